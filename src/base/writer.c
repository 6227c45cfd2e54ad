/*
 * writer.c - see writer.h.
 */
#include "base/writer.h"

void pith__writer_init(struct pith__writer *writer, pith_sink sink, void *user)
{
    writer->sink = sink;
    writer->user = user;
    writer->len = 0;
    writer->handed = 0;
    writer->failed = writer->stopped = false;
    memset(&writer->clock, 0, sizeof writer->clock);
    writer->clock.look_at = UINT64_MAX;
}

static void hand_out(struct pith__writer *writer, const char *data, size_t len)
{
    pith__clock_tick(&writer->clock, len / 4);
    writer->handed += len;
    if (!writer->failed && len > 0)
        writer->failed = writer->sink(data, len, writer->user) != 0;
}

void pith__write(struct pith__writer *writer, const char *data, size_t len)
{
    if (len > sizeof writer->buffer - writer->len) {
        hand_out(writer, writer->buffer, writer->len);
        writer->len = 0;
        if (len > sizeof writer->buffer) {
            hand_out(writer, data, len);
            return;
        }
    }
    memcpy(writer->buffer + writer->len, data, len);
    writer->len += len;
}

void pith__write_string(struct pith__writer *writer, const char *string)
{
    pith__write(writer, string, strlen(string));
}

size_t pith__digits(uint64_t number, char digits[PITH__DIGITS])
{
    size_t at = PITH__DIGITS;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return at;
}

void pith__write_number(struct pith__writer *writer, int64_t number)
{
    char digits[PITH__DIGITS];
    size_t at = pith__digits(number < 0 ? 0 - (uint64_t)number : (uint64_t)number, digits);
    if (number < 0)
        pith__write(writer, "-", 1);
    pith__write(writer, digits + at, sizeof digits - at);
}

pith_status pith__writer_finish(struct pith__writer *writer)
{
    hand_out(writer, writer->buffer, writer->len);
    writer->len = 0;
    return writer->failed ? PITH_ERR_SINK : PITH_OK;
}

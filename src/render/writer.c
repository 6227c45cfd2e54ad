/*
 * writer.c - see writer.h.
 */
#include "render/writer.h"

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

void pith__write_number(struct pith__writer *writer, int64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    pith__write(writer, digits + at, sizeof digits - at);
}

pith_status pith__writer_finish(struct pith__writer *writer)
{
    hand_out(writer, writer->buffer, writer->len);
    writer->len = 0;
    return writer->failed ? PITH_ERR_SINK : PITH_OK;
}

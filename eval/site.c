/*
 * site.c - in: a URL; out: its registered domain.
 */
#include "eval/site.h"

/* Second-level labels under which a country's registrations happen: "co" of "co.uk". */
static const char *const below_country[] = {
    "ac",  "asn",  "co", "com", "edu", "go",  "gob", "gouv", "gov", "gv",  "id",  "ltd", "me",
    "mil", "muni", "ne", "net", "nhs", "nom", "or",  "org",  "plc", "pol", "res", "sch", "web",
};

static bool is_host_end(unsigned char c)
{
    return c == '/' || c == '?' || c == '#' || c == '\\';
}

/* The host, without user name, port and final dot. */
static struct pith__span host_of(struct pith__span url)
{
    size_t begin = 0;
    while (begin < url.len && !is_host_end(url.ptr[begin]) && url.ptr[begin] != ':')
        begin++;
    begin += begin < url.len && url.ptr[begin] == ':';
    if (url.len - begin < 2 || url.ptr[begin] != '/' || url.ptr[begin + 1] != '/')
        return (struct pith__span){url.ptr, 0};
    begin += 2;
    size_t end = begin;
    for (; end < url.len && !is_host_end(url.ptr[end]); end++) {
        if (url.ptr[end] == '@')
            begin = end + 1;
    }
    size_t port = end;
    while (port > begin && url.ptr[port - 1] >= '0' && url.ptr[port - 1] <= '9')
        port--;
    if (port > begin && url.ptr[port - 1] == ':')
        end = port - 1;
    if (end > begin && url.ptr[end - 1] == '.')
        end--;
    return (struct pith__span){url.ptr + begin, end - begin};
}

/* Start of the label that ends at END. */
static size_t label_begin(struct pith__span host, size_t end)
{
    while (end > 0 && host.ptr[end - 1] != '.')
        end--;
    return end;
}

static bool is_number(struct pith__span host)
{
    unsigned char last = host.len > 0 ? host.ptr[host.len - 1] : 0;
    return last == ']' || (last >= '0' && last <= '9'); /* no top-level domain ends with a digit */
}

struct pith__span site_of(struct pith__span url)
{
    struct pith__span host = host_of(url);
    size_t top = label_begin(host, host.len);
    if (top < 2 || is_number(host))
        return host;
    size_t begin = label_begin(host, top - 1);
    struct pith__span second = {host.ptr + begin, top - 1 - begin};
    bool below = false;
    for (size_t i = 0; i < sizeof below_country / sizeof *below_country; i++)
        below = below || pith__span_is(second, below_country[i]);
    if (below && host.len - top == 2 && begin >= 2)
        begin = label_begin(host, begin - 1);
    return (struct pith__span){host.ptr + begin, host.len - begin};
}

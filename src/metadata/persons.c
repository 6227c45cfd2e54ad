/*
 * persons.c - splits a byline into names. In: "By Ann Lee and Bob Ray | May 12". Out: "Ann Lee",
 * "Bob Ray".
 */
#include "metadata/date.h"
#include "metadata/finder.h"

/* Trims blanks and marks. */
static struct pith__span strip(struct pith__span text)
{
    static const char marks[] = " ,;:|/*-_~>\"";
    for (;;) {
        struct pith__span before = text;
        while (text.len > 0 && memchr(marks, text.ptr[0], sizeof marks - 1) != NULL) {
            text.ptr++;
            text.len--;
        }
        while (text.len > 0 && memchr(marks, text.ptr[text.len - 1], sizeof marks - 1) != NULL)
            text.len--;
        /* Dashes, bullets and dots of more than one byte. */
        static const char *const wide[] = {"–", "—", "•", "·", "|", "“", "”", "▪", "●", "©"};
        for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
            size_t len = strlen(wide[i]);
            if (text.len >= len && memcmp(text.ptr, wide[i], len) == 0) {
                text.ptr += len;
                text.len -= len;
            }
            if (text.len >= len && memcmp(text.ptr + text.len - len, wide[i], len) == 0)
                text.len -= len;
        }
        if (text.len == before.len)
            return text;
    }
}

/* Removes "By", "Written by", "Author:" and the like from the start. */
static struct pith__span skip_by(struct pith__span text)
{
    static const char *const words[] = {
        "by",
        "written by",
        "words by",
        "posted by",
        "published by",
        "story by",
        "article by",
        "authored by",
        "author",
        "authors",
        "author(s)",
        "created by",
        "started by",
        "asked by",
        "text by",
        "opinion by",
        "reported by",
        "submitted by",
        "von",
        "par",
        "por",
        "door",
        "escrito por",
        "geschrieben von",
        "autor",
        "autore",
        "auteur",
        "a cura di",
        "text",
        "av",
        "written",
        "posted",
        "contributed by",
        "compiled by",
        "thread starter",
        "original poster",
    };
    for (;;) {
        size_t skipped = 0;
        if (text.len > 3 && pith__span_starts(text, "by") && text.ptr[2] >= 'A' &&
            text.ptr[2] <= 'Z')
            skipped = 2; /* "ByAnn Lee" */
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            size_t len = strlen(words[i]);
            if (len > skipped && len < text.len && pith__span_starts(text, words[i]) &&
                (text.ptr[len] == ' ' || text.ptr[len] == ':' || text.ptr[len] == ','))
                skipped = len;
        }
        if (skipped == 0)
            return text;
        text.ptr += skipped;
        text.len -= skipped;
        text = strip(text);
    }
}

/* The position in TEXT of WORD, in lower case; TEXT.len if it is not there. */
static size_t find_word(struct pith__span text, const char *word)
{
    for (size_t i = 0; i < text.len; i++) {
        struct pith__span rest = {text.ptr + i, text.len - i};
        if (pith__span_starts(rest, word))
            return i;
    }
    return text.len;
}

/* The part of a byline before what is not a name: a date, a mark, "in Politics", "5 min read". */
static struct pith__span cut_rest(struct pith__span text)
{
    static const char *const ends[] = {
        " | ",           " • ",           " · ",        " – ",           " — ",       " - ",
        " / ",           " on ",          " in ",       " at ",          " posted",   " published",
        " updated",      " last updated", " follow",    " share",        " min read", " (",
        " for ",         " with ",        " from ",     " about the",    " reviewed", " medically",
        " fact",         " edited",       " contribut", " editor",       " writer",   " author",
        " staff writer", " view ",        " read ",     " » ",           " said",     " wrote",
        " asked",        " replied",      " via ",      " is a",         " is the",   " photo",
        " illustrat",    " join date",    " joined",    " member since", " modified", " created"};
    size_t end = text.len;
    struct pith__date date;
    size_t behind = pith__date_find(text, 0, &date);
    if (behind > 0 && date.begin == 0) {
        text = skip_by(strip((struct pith__span){text.ptr + behind, text.len - behind}));
        end = text.len;
    } else if (behind > 0) {
        end = date.begin;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t at = find_word((struct pith__span){text.ptr, end}, ends[i]);
        if (at < end)
            end = at;
    }
    text.len = end;
    return strip(text);
}

/* Counts the words of TEXT, up to MOST. */
static size_t count_words(struct pith__span text, size_t most)
{
    size_t words = 0;
    for (size_t i = 0; i < text.len && words < most; i++)
        words += text.ptr[i] != ' ' && (i == 0 || text.ptr[i - 1] == ' ');
    return words;
}

/* A web or e-mail address, or the name of an account. */
static bool is_address(struct pith__span text)
{
    return pith__span_starts(text, "http:") || pith__span_starts(text, "https:") ||
           pith__span_starts(text, "www.") || pith__span_starts(text, "//") ||
           memchr(text.ptr, '@', text.len) != NULL;
}

/* True for the words of buttons and labels, which are often where names are. */
static bool is_label(struct pith__span text)
{
    /* clang-format off */
    static const char *const labels[] = {
        "admin", "administrator", "author", "authors", "by", "guest", "editor", "share", "reply",
        "comments", "follow", "about", "posts", "more", "home", "search", "menu", "login",
        "log in", "sign in", "sign up", "subscribe", "user", "username", "member", "members",
        "about us", "contributors", "contributor", "staff", "read more", "view all",
        "view profile", "profile", "website", "avatar", "author bio", "written by", "all posts",
        "see all", "our team", "edit", "updated", "published", "sun", "mon", "tue", "wed", "thu",
        "fri", "sat", "moderator", "new member", "location", "joined", "posted", "the author",
        "register", "registrieren", "anmelden", "mehr", "vom", "eingestellt von", "benutzername",
        "e-mail", "email", "contact", "contact us", "youtube", "facebook", "twitter", "instagram",
        "wordpress", "disqus", "feedburner", "clip", "country", "name", "title", "date", "year",
        "sport", "sports", "last update", "release date", "revised edition", "search site",
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sonntag",
        "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag",
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (pith__span_is(text, labels[i]))
            return true;
    }
    return pith__span_starts(text, "about the author") || pith__span_starts(text, "posts by") ||
           pith__span_starts(text, "more from") || pith__span_starts(text, "meet the") ||
           pith__span_starts(text, "view all") || pith__span_starts(text, "more by") ||
           pith__span_starts(text, "reviewed by") || pith__span_starts(text, "updated by") ||
           pith__span_starts(text, "edited by") || pith__span_starts(text, "read more");
}

/* True if all words of TEXT start with capitals, except particles of names. */
static bool words_of_name(struct pith__span text)
{
    static const char *const small[] = {"de",  "del", "della", "der", "den", "da",   "dos", "di",
                                        "du",  "la",  "le",    "van", "von", "vom",  "zu",  "bin",
                                        "ibn", "al",  "el",    "y",   "e",   "team", "ter", "and"};
    for (size_t i = 0; i < text.len;) {
        size_t from = i;
        bool known = false;
        while (i < text.len && text.ptr[i] != ' ')
            i++;
        struct pith__span word = {text.ptr + from, i - from};
        i++;
        if (word.len == 0 || word.ptr[0] >= 0x80 || (word.ptr[0] >= 'A' && word.ptr[0] <= 'Z'))
            continue;
        for (size_t j = 0; j < sizeof small / sizeof *small; j++)
            known = known || pith__span_is(word, small[j]);
        if (!known && word.ptr[0] != '(' && word.ptr[0] != '\'')
            return false;
    }
    return true;
}

/* True for text on the page that may be somebody's name. */
static bool looks_like_name(struct pith__span text)
{
    enum { BYTES = 60, WORDS = 5 };
    if (text.len < 2 || text.len > BYTES || count_words(text, WORDS + 1) > WORDS || is_label(text))
        return false;
    bool letter = false;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = text.ptr[i];
        if (c == '\0' || strchr("?!=<>{}[]#%$+\\\"", c) != NULL)
            return false;
        letter = letter || pith__is_alpha(c) || c >= 0x80;
    }
    return letter && (count_words(text, 2) < 2 || words_of_name(text));
}

/* Finds what separates two names, at or after FROM: returns its position, and its length in
 * *LEN. */
static size_t find_parting(struct pith__span text, size_t from, size_t *len)
{
    static const char *const partings[] = {" and ", " & ", " und ", " et ", " with "};
    for (size_t i = from; i < text.len; i++) {
        struct pith__span rest = {text.ptr + i, text.len - i};
        struct pith__span before = {text.ptr + from, i - from};
        if (text.ptr[i] == ';') {
            *len = 1;
            return i;
        }
        for (size_t j = 0; text.ptr[i] == ' ' && j < sizeof partings / sizeof *partings; j++) {
            *len = strlen(partings[j]);
            /* Not "Food and Drug Administration". */
            if (pith__span_starts(rest, partings[j]) && count_words(before, 2) == 2 &&
                count_words((struct pith__span){rest.ptr + *len, rest.len - *len}, 2) == 2)
                return i;
        }
        if (text.ptr[i] != ',')
            continue;
        /* A comma separates two names of two words or more each: not "Lee, Ann", not "Ann Lee,
         * MD". */
        size_t next = i + 1;
        while (next < text.len && text.ptr[next] != ',' && text.ptr[next] != ';')
            next++;
        struct pith__span after = strip((struct pith__span){text.ptr + i + 1, next - i - 1});
        if (pith__span_starts(after, "and ")) {
            *len = 5;
            return i;
        }
        if (count_words(strip(before), 2) == 2 && count_words(after, 2) == 2) {
            *len = 1;
            return i;
        }
    }
    *len = 0;
    return text.len;
}

size_t pith__names_split(struct pith__span text, bool seen, struct pith__span *names, size_t most)
{
    size_t count = 0;
    text = skip_by(strip(pith__span_cut(text, PITH__VALUE_MOST)));
    if (seen)
        text = cut_rest(text);
    for (size_t i = 0; i < text.len && count < most;) {
        size_t len;
        size_t end = find_parting(text, i, &len);
        struct pith__span name = skip_by(strip((struct pith__span){text.ptr + i, end - i}));
        i = end + len;
        if (name.len == 0 || is_address(name) || is_label(name))
            continue;
        if (seen && !looks_like_name(name))
            break;
        names[count++] = name;
    }
    return count;
}

/*
 * test_trec.c - TREC files and figures of rankings: cases by hand, others against trec_eval 9
 * (by pytrec_eval 0.5), broken and packed files.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "eval/trec.h"

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What the reader said, a line a message. */
static char notes[2000];

static void note(const char *file, uint64_t line, const char *message)
{
    size_t len = strlen(notes);
    snprintf(notes + len, sizeof notes - len, "%s:%llu: %s\n", file, (unsigned long long)line,
             message);
}

static struct trec *from_text(enum trec_kind kind, const char *text)
{
    struct trec *trec = trec_new(kind, kind == TREC_RUN ? "run" : "qrels", note);
    assert_non_null(trec);
    notes[0] = '\0';
    for (uint64_t line = 1; *text != '\0'; line++) {
        size_t len = strcspn(text, "\n");
        assert_true(trec_add_line(trec, text, len, line));
        text += len + (text[len] == '\n');
    }
    trec_finish(trec);
    return trec;
}

static double value(const struct trec_table *table, const char *query, const char *figure)
{
    size_t column = trec_figure(table, figure);
    assert_true(column < table->figure_count);
    if (query == NULL)
        return table->all[column];
    for (size_t i = 0; i < table->query_count; i++) {
        if (strcmp(table->queries[i], query) == 0)
            return table->values[i * table->figure_count + column];
    }
    fail_msg("there is no query %s", query);
    return 0;
}

static void near(double got, double want)
{
    if (!(fabs(got - want) < 1e-12))
        fail_msg("%.15g, not %.15g", got, want);
}

/* ---------------------------------------------------------------- figures */

/* Ranked a, b, c, d, of which a and c are relevant, and so is e, which is not found. */
static void test_by_hand(void **state)
{
    struct trec *qrels = from_text(TREC_QRELS, "1 0 a 2\n1 0 b 0\n1 0 c 1\n1 0 e 3\n");
    struct trec *run = from_text(TREC_RUN, "1 Q0 d 9 0.1 mine\n1 Q0 c 9 0.5 mine\n"
                                           "1 Q0 a 9 7 mine\n1 Q0 b 9 1e0 mine\n");
    struct trec_table *table = trec_score(qrels, run, &(struct trec_options){.cuts = {1, 3, 10}});
    (void)state;
    assert_non_null(table);
    assert_int_equal(table->query_count, 1);
    near(value(table, "1", "num_ret"), 4);
    near(value(table, "1", "num_rel"), 3);
    near(value(table, "1", "num_rel_ret"), 2);
    near(value(table, "1", "map"), (1 + 2.0 / 3) / 3);
    near(value(table, "1", "P_1"), 1);
    near(value(table, "1", "P_3"), 2.0 / 3);
    near(value(table, "1", "P_10"), 0.2); /* of ten, though there are four */
    double ideal = 3 + 2 / log2(3) + 1 / log2(4);
    near(value(table, "1", "ndcg_cut_1"), 2.0 / 3);
    near(value(table, "1", "ndcg_cut_3"), (2 + 1 / log2(4)) / ideal);
    near(value(table, NULL, "ndcg_cut_10"), (2 + 1 / log2(4)) / ideal);
    assert_int_equal(trec_figure(table, "P_5"), table->figure_count);
    trec_table_free(table);
    trec_free(qrels);
    trec_free(run);
}

/* Ties go to the document whose name is higher, by bytes; the rank does not matter. */
static void test_ties(void **state)
{
    struct trec *qrels = from_text(TREC_QRELS, "1 0 a 1\n2 0 b 1\n3 0 B 1\n4 0 a 1\n");
    struct trec *run = from_text(TREC_RUN, "1 Q0 a 1 5 x\n1 Q0 b 2 5 x\n2 Q0 a 1 5 x\n"
                                           "2 Q0 b 2 5 x\n3 Q0 B 1 5 x\n3 Q0 a 2 5 x\n"
                                           "4 Q0 a 2 -inf x\n4 Q0 b 1 -1e300 x\n");
    struct trec_table *table = trec_score(qrels, run, NULL);
    (void)state;
    near(value(table, "1", "map"), 0.5);
    near(value(table, "2", "map"), 1);
    near(value(table, "3", "map"), 0.5);
    near(value(table, "4", "map"), 0.5);
    trec_table_free(table);
    trec_free(qrels);
    trec_free(run);
}

/* Query 2 is not in the run, 3 has no relevant document, nobody judged 0 and 4. */
static void test_queries_that_lack_something(void **state)
{
    struct trec *qrels = from_text(TREC_QRELS, "3 0 a 0\n3 0 b -1\n1 0 a 1\n2 0 a 1\n2 0 b 1\n");
    struct trec *run = from_text(TREC_RUN, "4 Q0 a 1 1 x\n1 Q0 a 1 1 x\n0 Q0 a 1 1 x\n"
                                           "3 Q0 b 1 1 x\n");
    struct trec_table *table = trec_score(qrels, run, NULL);
    (void)state;
    assert_int_equal(table->query_count, 2);
    assert_int_equal(table->missing, 1);
    assert_int_equal(table->unjudged, 2);
    near(value(table, "1", "map"), 1);
    near(value(table, "3", "map"), 0);
    near(value(table, "3", "ndcg_cut_5"), 0);
    near(value(table, NULL, "map"), 0.5);
    near(value(table, NULL, "num_rel"), 1);
    trec_table_free(table);
    table = trec_score(qrels, run, &(struct trec_options){.complete = true});
    assert_int_equal(table->query_count, 3);
    assert_string_equal(table->queries[1], "2");
    near(value(table, "2", "map"), 0);
    near(value(table, "2", "num_rel"), 2);
    near(value(table, NULL, "map"), 1.0 / 3);
    near(value(table, NULL, "num_rel"), 3);
    trec_table_free(table);
    trec_free(qrels);
    trec_free(run);
}

static void test_nothing_to_score(void **state)
{
    struct trec *qrels = from_text(TREC_QRELS, "1 0 a 1\n"), *none = from_text(TREC_QRELS, "");
    struct trec *run = from_text(TREC_RUN, "2 Q0 a 1 1 x\n"), *empty = from_text(TREC_RUN, "\n");
    struct trec_table *table = trec_score(qrels, run, NULL);
    struct stats_paired paired;
    struct stats_interval interval;
    (void)state;
    assert_int_equal(table->query_count, 0);
    assert_int_equal(table->unjudged, 1);
    assert_true(isnan(value(table, NULL, "map")));
    near(value(table, NULL, "num_ret"), 0);
    assert_true(trec_compare(table, table, 3, &paired) && paired.count == 0);
    assert_true(trec_interval(table, 3, 10, 1, &interval) && isnan(interval.low));
    trec_table_free(table);
    table = trec_score(none, empty, &(struct trec_options){.complete = true});
    assert_int_equal(table->query_count, 0);
    trec_table_free(table);
    table = trec_score(qrels, empty, &(struct trec_options){.complete = true});
    near(value(table, NULL, "map"), 0);
    trec_table_free(table);
    trec_table_free(NULL);
    trec_free(qrels);
    trec_free(none);
    trec_free(run);
    trec_free(empty);
    trec_free(NULL);
}

/* Seven queries of 40 documents with many ties, and judgements from -1 to 3. */
static struct trec *numbered(enum trec_kind kind)
{
    struct trec *trec = trec_new(kind, "numbered", note);
    uint64_t number = 0;
    char line[80];
    assert_non_null(trec);
    notes[0] = '\0';
    for (int q = 8; q >= 1; q--) {
        int count = kind == TREC_RUN ? (q != 8) * 40 : (q == 7) ? 0 : q == 6 ? 5 : 25;
        for (int i = 0; i < count; i++) {
            if (kind == TREC_RUN)
                snprintf(line, sizeof line, "q%d\tQ0  d%02d %d %g tag\r", q, (i * 7 + q * 3) % 60,
                         i, (i * i * 13 + q) % 17 / 8.0);
            else if (q == 6)
                snprintf(line, sizeof line, "q6 0 d%02d 0", i);
            else
                snprintf(line, sizeof line, "  q%d 0 d%02d %d ", q, (i * 11 + q) % 60,
                         (i * q + i * i) % 5 - 1);
            assert_true(trec_add_line(trec, line, strlen(line), ++number));
        }
    }
    trec_finish(trec);
    assert_string_equal(notes, "");
    return trec;
}

static void test_against_trec_eval(void **state)
{
    static const double wanted[][12] = {
        {40, 10, 7, 0.162244015836693, 0.2, 0.1, 0.25, 0.07, 0.169580102636808, 0.11004588314904,
         0.32413908166452, 0.414713599345619},
        {40, 15, 9, 0.209858001862105, 0.4, 0.2, 0.2, 0.09, 0.339160205273616, 0.249260986974163,
         0.302916478264462, 0.450780613248823},
        {40, 15, 12, 0.321536997607639, 0.4, 0.3, 0.25, 0.12, 0.395686906152552, 0.343226542498719,
         0.347611059320226, 0.587400394176285},
        {40, 10, 7, 0.191457542457542, 0.2, 0.3, 0.2, 0.07, 0.146068349842706, 0.239440856802615,
         0.297247856886321, 0.436687327763864},
        {40, 10, 7, 0.096003071003071, 0, 0, 0.05, 0.07, 0, 0, 0.0518115635451751,
         0.324511981066078},
        {40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {240, 60, 42, 0.163516604794508, 0.2, 0.15, 0.158333333333333, 0.07, 0.17508259398428,
         0.156995711570756, 0.220621006613451, 0.369015652600112},
    };
    static const char *const names[] = {"num_ret",    "num_rel",     "num_rel_ret", "map",
                                        "P_5",        "P_10",        "P_20",        "P_100",
                                        "ndcg_cut_5", "ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_100"};
    struct trec *qrels = numbered(TREC_QRELS), *run = numbered(TREC_RUN);
    struct trec_table *table = trec_score(qrels, run, NULL);
    (void)state;
    assert_int_equal(table->query_count, 6);
    assert_int_equal(table->figure_count, COUNT(names));
    assert_int_equal(table->missing, 1);
    assert_int_equal(table->unjudged, 1);
    for (size_t q = 0; q < COUNT(wanted); q++) {
        for (size_t i = 0; i < COUNT(names); i++)
            near(value(table, q < 6 ? table->queries[q] : NULL, names[i]), wanted[q][i]);
    }
    trec_table_free(table);
    table = trec_score(qrels, run, &(struct trec_options){.level = 3});
    near(value(table, NULL, "map"), 0.0454422971104762);
    near(value(table, NULL, "P_5"), 0.0333333333333333);
    near(value(table, NULL, "ndcg_cut_5"), wanted[6][8]); /* gains are as they are */
    trec_table_free(table);
    trec_free(qrels);
    trec_free(run);
}

static void test_two_runs(void **state)
{
    struct trec *qrels = from_text(TREC_QRELS, "1 0 a 1\n2 0 a 1\n3 0 a 1\n4 0 a 1\n");
    struct trec *good = from_text(TREC_RUN, "1 Q0 a 1 9 x\n2 Q0 a 1 9 x\n3 Q0 a 1 9 x\n");
    struct trec *poor = from_text(TREC_RUN, "1 Q0 a 1 9 y\n1 Q0 b 1 1 y\n2 Q0 a 1 1 y\n"
                                            "2 Q0 b 1 2 y\n4 Q0 a 1 1 y\n3 Q0 a 1 1 y\n"
                                            "3 Q0 b 1 3 y\n3 Q0 c 1 3 y\n3 Q0 d 1 3 y\n");
    struct trec_table *first = trec_score(qrels, good, NULL);
    struct trec_table *second = trec_score(qrels, poor, NULL);
    struct stats_paired paired;
    struct stats_interval interval;
    (void)state;
    assert_true(trec_compare(first, second, trec_figure(first, "map"), &paired));
    assert_int_equal(paired.count, 3); /* query 4 is in one of them only */
    near(paired.mean, (0 + 0.5 + 0.75) / 3);
    assert_int_equal(paired.better, 2);
    assert_int_equal(paired.worse, 0);
    near(paired.wilcoxon_p, 0.5);
    assert_true(trec_interval(second, trec_figure(second, "map"), 0, 1, &interval));
    /* Of 256 draws five have a mean below 3/8, and six have just that; 16 have 1. */
    near(interval.low, 0.375);
    near(interval.high, 1);
    trec_table_free(first);
    trec_table_free(second);
    trec_free(qrels);
    trec_free(good);
    trec_free(poor);
}

/* ---------------------------------------------------------------- files */

static void test_broken_lines_are_named(void **state)
{
    (void)state;
    struct trec *run =
        from_text(TREC_RUN, "# comment\n\n1 Q0 a 1 5 x\n1 Q0 b 1 5\n1 Q0 c 1 five x\n"
                            "1 Q0 d 1 nan x\n1 Q0 e 1 5x x\n  \t\n"
                            "1 Q0 b 2 4 x more fields\n1 Q0 a 3 9 x\n2 Q0 a 1 1 x\n"
                            "1 Q0 a 3 8 x\n");
    assert_string_equal(notes, "run:4: expected six fields: query Q0 document rank score tag\n"
                               "run:5: the score, the fifth field, is not a number\n"
                               "run:6: the score, the fifth field, is not a number\n"
                               "run:7: the score, the fifth field, is not a number\n"
                               "run:10: query 1 already has document a in line 3\n"
                               "run:12: query 1 already has document a in line 3\n");
    assert_int_equal(trec_broken(run), 6);
    size_t count;
    const struct trec_entry *entries = trec_entries(run, &count);
    assert_int_equal(count, 3);
    assert_string_equal(entries[0].document, "a");
    near(entries[0].value, 5); /* the first of its lines */
    assert_string_equal(entries[1].document, "b");
    assert_int_equal(entries[1].line, 9);
    assert_string_equal(entries[2].query, "2");
    trec_free(run);

    struct trec *qrels = from_text(TREC_QRELS, "1 0 a\n1 0 a 1.5\n1 0 a -\n1 0 a 1234567890\n"
                                               "1 0 a -2\n1 0 b +1\n1 0 c 2 rest\n");
    assert_string_equal(
        notes,
        "qrels:1: expected four fields: query iteration document relevance\n"
        "qrels:2: the relevance, the fourth field, is not an integer of at most nine digits\n"
        "qrels:3: the relevance, the fourth field, is not an integer of at most nine digits\n"
        "qrels:4: the relevance, the fourth field, is not an integer of at most nine digits\n");
    entries = trec_entries(qrels, &count);
    assert_int_equal(count, 3);
    near(entries[0].value, -2);
    near(entries[1].value, 1);
    notes[0] = '\0';
    assert_true(trec_add_line(qrels, "1 0 a\0b 1", 9, 77));
    assert_string_equal(notes, "qrels:77: the line has a NUL byte\n");
    trec_free(qrels);
}

/* Writes a file and reads it. */
static struct trec *from_file(enum trec_kind kind, const void *bytes, size_t len)
{
    char name[] = "/tmp/pith-trec-XXXXXX";
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_true(write(fd, bytes, len) == (ssize_t)len);
    close(fd);
    notes[0] = '\0';
    struct trec *trec = trec_read(kind, name, note);
    remove(name);
    assert_non_null(trec);
    return trec;
}

static void test_files(void **state)
{
    static const unsigned char packed[] = {
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0x54,
        0x08, 0x34, 0x50, 0x48, 0x54, 0x30, 0x54, 0x30, 0xd2, 0x33, 0x55, 0xc8,
        0xcd, 0xcc, 0x4b, 0xe5, 0x32, 0x04, 0x89, 0x24, 0x29, 0x18, 0x29, 0x18,
        0xc2, 0x44, 0x00, 0x37, 0x82, 0x31, 0x64, 0x24, 0x00, 0x00, 0x00};
    static const char plain[] = "1 0 a 1\r\n1 0 b 1";
    size_t count;
    (void)state;
    struct trec *qrels = from_file(TREC_QRELS, plain, sizeof plain - 1);
    trec_entries(qrels, &count);
    assert_int_equal(count, 2);
    struct trec *run = from_file(TREC_RUN, packed, sizeof packed);
    assert_int_equal(trec_broken(run), 0);
    struct trec_table *table = trec_score(qrels, run, NULL);
    near(value(table, NULL, "map"), 1);
    trec_table_free(table);
    trec_free(qrels);
    trec_free(run);

    /* One that breaks off: its whole lines are there. */
    run = from_file(TREC_RUN, packed, sizeof packed - 8);
    assert_int_equal(trec_broken(run), 1);
    assert_non_null(strstr(notes, "gz"));
    trec_entries(run, &count);
    assert_int_equal(count, 2);
    trec_free(run);

    errno = 0;
    assert_null(trec_read(TREC_RUN, "tests/unit/no-such-file", NULL));
    assert_int_equal(errno, ENOENT);
}

static void test_long_line(void **state)
{
    enum { LONG = 100000 };
    char *text = malloc(LONG + 40);
    size_t count;
    (void)state;
    assert_non_null(text);
    memset(text, 'x', LONG);
    strcpy(text + LONG, " Q0 a 1 1 x\n1 Q0 a 1 1 x\n");
    struct trec *run = from_file(TREC_RUN, text, strlen(text));
    assert_non_null(strstr(notes, ":1: the line is longer than 65536 bytes\n"));
    trec_entries(run, &count);
    assert_int_equal(count, 1);
    trec_free(run);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_queries_that_lack_something),
        cmocka_unit_test(test_nothing_to_score),
        cmocka_unit_test(test_against_trec_eval),
        cmocka_unit_test(test_two_runs),
        cmocka_unit_test(test_broken_lines_are_named),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_long_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_model_path.c - models are found by name, in the folders of PITH_MODEL_PATH.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/model_path.h"

static char path[512];

static bool find(const char *name)
{
    return io_model_find(name, path, sizeof path);
}

static void names(void **state)
{
    (void)state;
    setenv("PITH_MODEL_PATH", "models", 1);
    assert_true(find("auto.forest"));
    assert_string_equal(path, "models/auto.forest");
    assert_true(find("en.wordgram"));
    assert_string_equal(path, "models/en.wordgram");
    assert_false(find("no-such-model"));
    assert_string_equal(path, "");
    assert_false(find("auto"));
}

static void folders(void **state)
{
    (void)state;
    setenv("PITH_MODEL_PATH", "::no-such-folder:models:", 1);
    assert_true(find("kind.forest"));
    assert_string_equal(path, "models/kind.forest");
    /* A folder is no model. */
    setenv("PITH_MODEL_PATH", ".", 1);
    assert_false(find("models"));
}

static void refused(void **state)
{
    (void)state;
    char name[300];
    setenv("PITH_MODEL_PATH", "models", 1);
    assert_false(find(""));
    assert_false(find("../models/auto.forest"));
    assert_false(find("/etc/passwd"));
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(find(name));
    assert_false(io_model_find("auto.forest", path, 8));
    assert_false(io_model_find("auto.forest", path, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(folders),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

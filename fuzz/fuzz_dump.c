/*
 * fuzz_dump.c - any bytes as the text of an n-gram model, as `pith models load` reads it.
 *
 * A text that is taken makes a model that the library takes, and its own text makes the same bytes.
 */
#include "fuzz.h"
#include "model/model.h"
#include "train/ngram_file.h"

static void check_again(const pith_model *model, const unsigned char *bytes, size_t len)
{
    char *text = NULL;
    size_t text_len = 0, again_len;
    pith_error error = {0};
    FILE *file = open_memstream(&text, &text_len);
    require(file != NULL && ngram_dump(&model->chargram, file) && fclose(file) == 0);
    unsigned char *again = ngram_load(text, text_len, &again_len, &error);
    require(again != NULL && again_len == len && memcmp(again, bytes, len) == 0);
    free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pith_error error = {0};
    size_t len;
    unsigned char *bytes = ngram_load((const char *)data, size, &len, &error);
    if (bytes == NULL) {
        require(error.message[0] != '\0' &&
                memchr(error.message, '\0', sizeof error.message) != NULL);
        return 0;
    }
    pith_model *model;
    require(pith_model_new((const char *)bytes, len, &model, &error) == PITH_OK);
    require(pith__model_kind(model) == PITH__MODEL_CHARGRAM);
    check_again(model, bytes, len);
    pith_model_free(model);
    free(bytes);
    return 0;
}

#include "CFuzzer.h"

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*judge)(const uint8_t *, size_t));

int cfuzzer_run(int count, char **arguments, int (*judge)(const uint8_t *, size_t)) {
  return LLVMFuzzerRunDriver(&count, &arguments, judge);
}

// libFuzzer's own main wants it, which linkers may take along although the program has one.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return -1;
}

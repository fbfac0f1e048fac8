#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of the program on a function that judges one input.
int LLVMFuzzerRunDriver(
  int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
  int (*_Nonnull judge)(const uint8_t *_Nullable bytes, size_t count));

#include <sqlite3.h>
#include <sys/types.h>

/// Runs a program on a new terminal of 80 columns, and returns the other end of it; -1 on failure.
int run_on_terminal(char *const arguments[], pid_t *process);

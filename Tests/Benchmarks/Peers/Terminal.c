#include "Peers.h"
#include <pty.h>
#include <stdlib.h>
#include <unistd.h>

int run_on_terminal(char *const arguments[], pid_t *process) {
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  int terminal;
  *process = forkpty(&terminal, NULL, NULL, &size);
  if (*process == 0) {
    setenv("TERM", "xterm", 1);
    execvp(arguments[0], arguments);
    _exit(127);
  }
  return *process < 0 ? -1 : terminal;
}

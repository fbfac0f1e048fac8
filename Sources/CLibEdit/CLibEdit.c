#define _GNU_SOURCE

#include "CLibEdit.h"

#include <locale.h>
#include <stdio.h>
#include <wchar.h>

EditLine *clibedit_init(const char *program) {
  return el_init(program, stdin, stdout, stderr);
}

// libedit's setters take a varying number of arguments, which Swift cannot call.

int clibedit_set_prompt(EditLine *editor, wchar_t *(*prompt)(EditLine *)) {
  return el_wset(editor, EL_PROMPT, prompt);
}

int clibedit_set_client_data(EditLine *editor, void *data) {
  return el_wset(editor, EL_CLIENTDATA, data);
}

void *clibedit_client_data(EditLine *editor) {
  void *data = 0;
  return el_wget(editor, EL_CLIENTDATA, &data) == 0 ? data : 0;
}

int clibedit_set_editor(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_EDITOR, name);
}

int clibedit_set_history(EditLine *editor, HistoryW *history) {
  return el_wset(editor, EL_HIST, history_w, history);
}

int clibedit_history_limit(HistoryW *history, int count) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, count);
}

int clibedit_history_add(HistoryW *history, const wchar_t *line) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, line);
}

// Swift's module of the C library leaves wcwidth out. A width depends on the locale, in "C" it is
// unknown for all but ASCII.
int clibedit_width(wchar_t character) {
  static locale_t locale = 0;
  if (locale == 0) locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  locale_t previous = locale == 0 ? 0 : uselocale(locale);
  int width = wcwidth(character);
  if (locale != 0) uselocale(previous);
  return width > 0 ? width : 0;
}

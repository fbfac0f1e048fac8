#define _GNU_SOURCE

#include "CLibEdit.h"

#include <locale.h>
#include <unistd.h>
#include <wchar.h>

EditLine *clibedit_init(const char *program, int input, int output, FILE *stream) {
  return el_init_fd(program, stdin, stream, stream, input, output, STDERR_FILENO);
}

// The setters of libedit are variadic functions, which Swift cannot call.

void clibedit_set_client_data(EditLine *editor, void *data) {
  el_wset(editor, EL_CLIENTDATA, data);
}

void *clibedit_client_data(EditLine *editor) {
  void *data = 0;
  return el_wget(editor, EL_CLIENTDATA, &data) == 0 ? data : 0;
}

void clibedit_set_editor(EditLine *editor, const wchar_t *name) {
  el_wset(editor, EL_EDITOR, name);
}

void clibedit_set_editing(EditLine *editor) { el_wset(editor, EL_EDITMODE, 1); }

bool clibedit_is_vi(EditLine *editor) {
  const wchar_t *name = 0;
  return el_wget(editor, EL_EDITOR, &name) == 0 && name != 0 && wcscmp(name, L"vi") == 0;
}

void clibedit_set_reader(EditLine *editor, int (*read)(EditLine *, wchar_t *)) {
  el_wset(editor, EL_GETCFN, read);
}

void clibedit_add_command(
    EditLine *editor, const wchar_t *name, unsigned char (*command)(EditLine *, int)) {
  el_wset(editor, EL_ADDFN, name, name, command);
}

void clibedit_bind(
    EditLine *editor, bool isAlternative, const wchar_t *key, const wchar_t *command) {
  if (isAlternative) {
    el_wset(editor, EL_BIND, L"-a", key, command, NULL);
  } else {
    el_wset(editor, EL_BIND, key, command, NULL);
  }
}

void clibedit_show_binding(EditLine *editor, bool isAlternative, const wchar_t *key) {
  clibedit_bind(editor, isAlternative, key, NULL);
}

// el_resize keeps the column of the cursor, even if the new rows are shorter. libedit would then write
// beyond the end of a row. A refresh begins in the first column.
void clibedit_resize(EditLine *editor) {
  el_resize(editor);
  el_wset(editor, EL_REFRESH);
}

void clibedit_prepare_terminal(EditLine *editor, bool isEditing) {
  el_wset(editor, EL_PREP_TERM, isEditing ? 1 : 0);
}

void clibedit_set_history(EditLine *editor, HistoryW *history) {
  el_wset(editor, EL_HIST, history_w, history);
}

void clibedit_history_limit(HistoryW *history, int count) {
  HistEventW event;
  history_w(history, &event, H_SETSIZE, count);
}

void clibedit_history_add(HistoryW *history, const wchar_t *line) {
  HistEventW event;
  history_w(history, &event, H_ENTER, line);
}

// Swift's module of the C library does not include wcwidth. The width depends on the locale; in the
// locale "C", only the widths of ASCII characters are known.
int clibedit_width(wchar_t character) {
  static locale_t locale = 0;
  if (locale == 0) locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  locale_t previous = locale == 0 ? 0 : uselocale(locale);
  int width = wcwidth(character);
  if (locale != 0) uselocale(previous);
  return width > 0 ? width : 0;
}

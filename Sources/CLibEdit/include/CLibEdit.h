#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>
#include <stdbool.h>
#include <stdio.h>

/// Creates an editor of lines at a terminal, which writes its output and its errors to `stream`.
EditLine *clibedit_init(const char *program, int input, int output, FILE *stream);

/// Stores a pointer for the functions that libedit calls.
void clibedit_set_client_data(EditLine *editor, void *data);

/// Returns the stored pointer, or null.
void *clibedit_client_data(EditLine *editor);

/// Sets the key bindings, "emacs" or "vi"; ~/.editrc can override them.
void clibedit_set_editor(EditLine *editor, const wchar_t *name);

/// Enables line editing, even if ~/.editrc disables it.
void clibedit_set_editing(EditLine *editor);

/// Returns whether the key bindings are "vi".
bool clibedit_is_vi(EditLine *editor);

/// Sets the function that libedit calls to read a character.
void clibedit_set_reader(EditLine *editor, int (*read)(EditLine *, wchar_t *));

/// Adds a command to which keys can be bound; the name is not copied.
void clibedit_add_command(
    EditLine *editor, const wchar_t *name, unsigned char (*command)(EditLine *, int));

/// Binds a key to a command; if `isAlternative` is true, in the alternative key map (vi's command
/// mode).
void clibedit_bind(
    EditLine *editor, bool isAlternative, const wchar_t *key, const wchar_t *command);

/// Writes the binding of a key to the stream.
void clibedit_show_binding(EditLine *editor, bool isAlternative, const wchar_t *key);

/// Adapts the editor to the size of the terminal, and draws the line again.
void clibedit_resize(EditLine *editor);

/// Switches the terminal to the editing mode, or back.
void clibedit_prepare_terminal(EditLine *editor, bool isEditing);

/// Sets the history of the editor.
void clibedit_set_history(EditLine *editor, HistoryW *history);

/// Limits a history to a number of entries.
void clibedit_history_limit(HistoryW *history, int count);

/// Adds an entry to a history.
void clibedit_history_add(HistoryW *history, const wchar_t *line);

/// Returns the width of a character in columns, regardless of the program's locale; 0 for a control
/// character.
int clibedit_width(wchar_t character);

#endif

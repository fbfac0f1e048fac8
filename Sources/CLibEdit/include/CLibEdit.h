#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>
#include <stdbool.h>
#include <stdio.h>

/// Begins to edit lines at a terminal; what is drawn goes to a stream, complaints as well.
EditLine *clibedit_init(const char *program, int input, int output, FILE *stream);

/// Keeps a pointer for the functions that libedit calls.
void clibedit_set_client_data(EditLine *editor, void *data);

/// The pointer kept, or null.
void *clibedit_client_data(EditLine *editor);

/// Chooses the key bindings, "emacs" or "vi"; ~/.editrc may choose otherwise.
void clibedit_set_editor(EditLine *editor, const wchar_t *name);

/// Edits lines even where ~/.editrc says not to.
void clibedit_set_editing(EditLine *editor);

/// Whether the key bindings are those of vi.
bool clibedit_is_vi(EditLine *editor);

/// Sets the function that libedit reads a character with.
void clibedit_set_reader(EditLine *editor, int (*read)(EditLine *, wchar_t *));

/// Adds a command to which keys can be bound; the name is not copied.
void clibedit_add_command(
    EditLine *editor, const wchar_t *name, unsigned char (*command)(EditLine *, int));

/// Binds a key to a command, in the alternative map (vi's command mode) if asked.
void clibedit_bind(
    EditLine *editor, bool isAlternative, const wchar_t *key, const wchar_t *command);

/// Writes to the stream what a key is bound to.
void clibedit_show_binding(EditLine *editor, bool isAlternative, const wchar_t *key);

/// Puts the terminal into the mode for editing, or back.
void clibedit_resize(EditLine *editor);
void clibedit_prepare_terminal(EditLine *editor, bool isEditing);

/// Gives the editor a history to go through.
void clibedit_set_history(EditLine *editor, HistoryW *history);

/// Limits a history to a number of entries.
void clibedit_history_limit(HistoryW *history, int count);

/// Adds an entry to a history.
void clibedit_history_add(HistoryW *history, const wchar_t *line);

/// How many columns a character takes, whatever the locale of the program; 0 for a control.
int clibedit_width(wchar_t character);

#endif

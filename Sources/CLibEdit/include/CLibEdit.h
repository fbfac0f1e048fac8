#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>

/// Begins to edit lines at the standard streams, which Swift sees as mutable globals.
EditLine *clibedit_init(const char *program);

/// Sets the function that libedit asks for the prompt.
int clibedit_set_prompt(EditLine *editor, wchar_t *(*prompt)(EditLine *));

/// Keeps a pointer for the functions that libedit calls.
int clibedit_set_client_data(EditLine *editor, void *data);

/// The pointer kept, or null.
void *clibedit_client_data(EditLine *editor);

/// Chooses the key bindings, "emacs" or "vi"; ~/.editrc may choose otherwise.
int clibedit_set_editor(EditLine *editor, const wchar_t *name);

/// Gives the editor a history to go through.
int clibedit_set_history(EditLine *editor, HistoryW *history);

/// Limits a history to a number of entries.
int clibedit_history_limit(HistoryW *history, int count);

/// Adds an entry to a history.
int clibedit_history_add(HistoryW *history, const wchar_t *line);

/// How many columns a character takes, whatever the locale of the program; 0 for a control.
int clibedit_width(wchar_t character);

#endif

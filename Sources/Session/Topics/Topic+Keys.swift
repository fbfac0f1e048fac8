extension Topic {
  static let keys = Topic(
    name: "keys",
    summary: "All keys: of `type`, and at a terminal of fields, forms, screens and the line.",
    text: #"""
      In `type FIELD|FORM "KEYS"` a character is the key that types it. The others:

        <BS> <Del>                   delete the selection, else the character before
                                     or after the caret
        <WordBS>                     deletes the word before the caret; in a field
                                     that is not text, everything before it
        <Left> <Right> <Home> <End>  move the caret
        <Go:3>                       puts the caret after the third character
        <S-Left> <S-Right> <S-Home> <S-End> <All>
                                     select
        <Sel:0,3>                    selects from the first place to the second
        <Cut> <Copy> <Paste>         use what was last cut or copied
        <Paste:text>                 pastes this text
        <Undo> <Redo>                undo and redo edits within this editing
        <Clear>                      empties the field
        <StepUp> <StepDown>          change a number by one, a choice to its neighbour
        <Return>                     stores the value and ends the editing
        <Submit>                     does the same; in a form, it stores the form from
                                     any of its fields
        <Tab> <Up> <Down>            leave the field as <Return> does; <Tab> first
                                     completes a text that is not complete.
                                     While records are listed below a reference,
                                     <Down> and <Up> move in the list, <Return>
                                     chooses, and <Esc> closes it.
        <Esc>                        cancels the editing
                                     In a form <Return>, <Tab> and <Down> go to the
                                     next field, <Up> to the previous one, whatever
                                     the text is. Leaving the last field judges all
                                     and stores the form as one change, and so does
                                     <Submit>. <Esc> takes all of it back; with
                                     changes it asks first, and a second one does.
        <AddRow> <RemoveRow>         in a form, add a row to its list, or remove the
                                     row with the caret
        <lt> <gt>                    type < and >

      If a digit, sign or character was refused, the next <Return> is refused once and
      asks about it, and so is leaving the field; the second <Return> keeps the text.
      A form asks once, when it is to be stored. Deleting, undoing, replacing a
      selection or pasting again answers the question beforehand. With `field …
      confirm off` nothing is asked.

      While `edit` has the terminal, editing keys work as at the prompt, and what the
      field does not take is refused. A field also has these keys:

        Return, Ctrl-S     store the value and end the editing
        Tab                completes the text, or lists its completions; leaves a
                           field whose text is complete or empty
        Up, Down           leave the field as Return does
        Alt-Up, Alt-Down   change a number by one, a choice to its neighbour
        Shift-Tab          leaves the field as Up does
        Esc, Ctrl-C        cancel the editing
        Ctrl-_             undoes
        Alt-_              redoes
        Ctrl-L             clears the field

      A form fills the screen, which must have 40 columns and 10 rows. In a form
      Return, Tab and Down go to the next field, Up and Shift-Tab to the previous one,
      whatever is in the field; one that cannot be stored as it is has a mark. Leaving
      the last field stores the form as one change. The rows of a list are a table:
      Tab in its last field adds a row, and Return in a blank row leaves the table.
      Esc and Ctrl-C take all of it back; if anything was changed they ask first, and
      the same key again confirms. A form also has:

        Ctrl-S             stores the form from any field
        Ctrl-A, Ctrl-E     go to the ends of the text, as Home and End
        Shift with Left, Right, Home, End; Alt-A
                           select; Ctrl-X cuts, Alt-W copies, Ctrl-Y pastes
        Ctrl-K, Ctrl-W     cut what follows the caret, delete the word before it
        Alt-Ins, Alt-Del   add a row to a list, remove the row with the caret
        Page Up, Page Down scroll what does not fit

      The whole text of a field is selected when you enter it: typing replaces it, and
      moving the caret keeps it.

      In vi mode the Esc that cancels is that of command mode; a form has no vi mode.

      On a screen, which `open` draws, each command of the menu has a letter.

        Tab, arrows        go from item to item, field and command; in a list Up,
                           Down, Home, End, Page Up and Page Down go from record to
                           record
        Return             opens the record, edits the field, or runs the command
        a letter           runs its command; one that deletes asks first, and the
                           letter again confirms
        Space, Alt-A       in a list select the record, or all
        /                  in a list search any part of any column: Return keeps the
                           search, Esc shows all
        u                  undoes the last action on the screen
        Esc                ends a question, an editing or a search, else leaves the
                           screen

      At the prompt (`help prompt` says more):

        Tab                completes the word before the caret
        Up, Down, Ctrl-R   recall and search commands
        Ctrl-C             drops the line, or interrupts the running command and rolls
                           it back
        Ctrl-D             ends the program on an empty line
        Ctrl-Z             stops the program until the shell's `fg`
      """#)
}

extension Topic {
  static let keys = Topic(
    name: "keys",
    summary: "All keys: of `type`, and at a terminal of fields, forms, screens and the line.",
    text: #"""
      In `type FIELD|FORM "KEYS"` a character is the key that writes it. The others are:

        <BS> <Del>                   delete the selection, else the character before
                                     or after the caret
        <WordBS>                     deletes the word before the caret; in a field that
                                     is not text all before it
        <Left> <Right> <Home> <End>  move the caret
        <Go:3>                       puts the caret after the third character
        <S-Left> <S-Right> <S-Home> <S-End> <All>
                                     select
        <Sel:0,3>                    selects from the first place to the second
        <Cut> <Copy> <Paste>         use what was last cut or copied
        <Paste:text>                 pastes this text
        <Undo> <Redo>                go back and forth in this editing
        <Clear>                      empties the field
        <StepUp> <StepDown>          change a number by one, a choice to its neighbour
        <Return>                     stores the value and ends the editing
        <Submit>                     does so, and stores a form from any of its fields
        <Tab> <Up> <Down>            leave the field as <Return> does; <Tab> first
                                     completes a text that is not complete
        <Esc>                        cancels the editing
                                     In a form <Return>, <Tab> and <Down> go on to the
                                     next field, <Up> to the one before; going on after
                                     the last field stores the form as one change, as
                                     <Submit> does at once; <Esc> takes all of it back.
        <AddRow> <RemoveRow>         in a form, add a row to its list, or remove the row
                                     with the caret
        <lt> <gt>                    write < and >

      A digit, sign or character that was refused is asked about once: <Return>, and leaving
      the field, is refused while nothing has answered it, and the next one keeps the text.
      What was deleted, undone, typed over or pasted anew answers it. `field … confirm off`
      asks nothing.

      While `edit` has the terminal, its own editing keys work as at the prompt; what the
      field does not take is refused. These are the field's:

        Return, Ctrl-S     store the value and end the editing
        Tab                completes the text, or lists what it can become; else leaves
        Up, Down           leave the field as Return does
        Alt-Up, Alt-Down   change a number by one, a choice to its neighbour
        Shift-Tab          leaves the field as Up does
        Esc, Ctrl-C        cancel the editing
        Ctrl-_             undoes
        Alt-_              redoes
        Ctrl-L             clears the field

      A form fills the screen, which has to have 80 columns and 24 rows. In a form Return,
      Tab and Down go on to the next field, Up and Shift-Tab to the one before, also from one
      that is required and still empty. Going on after the last field stores the form as one
      change. Esc and Ctrl-C take all of it back; where something was changed they ask, and
      the same key again does it. Its other keys are:

        Ctrl-S             stores the form from any field
        Ctrl-A, Ctrl-E     go to the ends of the text, as Home and End
        Shift with Left, Right, Home, End; Alt-A
                           select; Ctrl-X cuts, Alt-W copies, Ctrl-Y pastes
        Ctrl-K, Ctrl-W     cut what follows the caret, delete the word before it
        Alt-Ins, Alt-Del   add a row to a list, remove the row with the caret
        Page Up, Page Down scroll what does not fit

      All of the text of a field is selected when it is entered: what is typed replaces it,
      a move keeps it.

      In vi mode the Esc that cancels is that of the command mode; a form has no vi mode.

      On a screen, which `open` draws, a command of the menu has a letter before it.

        Tab, arrows        go from item to item, field and command; in a list Up, Down, Home,
                           End, Page Up and Page Down go from record to record
        Return             opens the record, edits the field, or does the command
        a letter           does the command that has it; what deletes asks, and the letter
                           again does it
        Space, Alt-A       in a list select the record, or all
        Esc                ends a question or an editing, else leaves the screen

      At the prompt (`help prompt` has its files):

        Tab                completes the word before the caret
        Up, Down, Ctrl-R   recall and search commands
        Ctrl-C             drops the line, or interrupts the running command and rolls it back
        Ctrl-D             ends the program on an empty line
        Ctrl-Z             stops the program until the shell's `fg`
      """#)
}

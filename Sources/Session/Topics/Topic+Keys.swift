extension Topic {
  static let keys = Topic(
    name: "keys",
    summary: "The keys of `type`, and those of `edit` at a terminal.",
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
        <Tab> <Up> <Down>            leave the field as <Return> does; <Tab> first
                                     completes a text that is not complete
        <Esc>                        cancels the editing
                                     In a form <Return>, <Tab> and <Down> go on to the
                                     next field, <Up> to the one before; going on after
                                     the last field stores the form as one change, <Esc>
                                     takes all of it back.
        <AddRow> <RemoveRow>         in a form, add a row to its list, or remove the row
                                     with the caret
        <lt> <gt>                    write < and >

      A digit, sign or character that was refused is asked about once: <Return>, and leaving
      the field, is refused while nothing has answered it, and the next one keeps the text.
      What was deleted, undone, typed over or pasted anew answers it. `field … confirm off`
      asks nothing.

      While `edit` has the terminal, its own editing keys work as at the prompt; what the
      field does not take is refused. These are the field's:

        Return             stores the value and ends the editing
        Tab                completes the text, or lists what it can become; else leaves
        Up, Down           leave the field as Return does
        Alt-Up, Alt-Down   change a number by one, a choice to its neighbour
        Shift-Tab          leaves the field as Up does
        Esc, Ctrl-C        cancel the editing
        Ctrl-_             undoes
        Alt-_              redoes
        Ctrl-L             clears the field

      A form fills the screen, which has to have 80 columns and 24 rows. In a form Return,
      Tab and Down go on to the next field, Up and Shift-Tab to the one before; going on
      after the last field stores the form as one change, Esc and Ctrl-C take all of it
      back. Its other keys are:

        Ctrl-A, Ctrl-E     go to the ends of the text, as Home and End
        Shift with Left, Right, Home, End; Alt-A
                           select; Ctrl-X cuts, Alt-W copies, Ctrl-Y pastes
        Ctrl-K, Ctrl-W     cut what follows the caret, delete the word before it
        Alt-Ins, Alt-Del   add a row to a list, remove the row with the caret
        Page Up, Page Down scroll what does not fit

      All of the text of a field is selected when it is entered: what is typed replaces it,
      a move keeps it.

      In vi mode the Esc that cancels is that of the command mode; a form has no vi mode.
      """#)
}

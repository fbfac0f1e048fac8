extension Topic {
  static let prompt = Topic(
    name: "prompt",
    summary: "The keys, files and pager of the prompt.",
    text: #"""
      >                    asks for a command, `..` for the rest of one; `begin>` in a
                           transaction

        Tab                completes the word before the caret
        Up, Down           recall commands, however many lines they have
        Ctrl-R             searches them
        Ctrl-C             drops the line, or interrupts the running command and rolls it back
        Ctrl-D             ends the program on an empty line, as `exit` does
        Ctrl-Z             stops the program until the shell's `fg`

      Pasted lines run at Return only. The other keys are libedit's: those of Emacs, or of
      vi with `bind -v` in ~/.editrc.

        $XDG_STATE_HOME/workbench/history    the commands of earlier sessions; a line that
                                             begins with a space is not kept
        $XDG_CONFIG_HOME/workbench/init.wb   runs first, unless --no-init is given
        ~/.editrc                            sets what keys do

      Without these variables the folders are ~/.local/state and ~/.config.

      A reply longer than the screen goes through $WORKBENCH_PAGER, else $PAGER, else
      less; empty, `cat` and --no-input mean none.
      """#)
}

extension Topic {
  static let prompt = Topic(
    name: "prompt",
    summary: "The keys, files and pager of the prompt.",
    text: #"""
      >                    asks for a command, `..` for the rest of one; `begin>` is
                           shown in a transaction

        Tab                completes the word before the caret
        Up, Down           recall commands, however many lines they have
        Ctrl-R             searches them
        Ctrl-C             drops the line, or interrupts the running command and rolls
                           it back
        Ctrl-D             ends the program on an empty line, as `exit` does
        Ctrl-Z             stops the program until the shell's `fg`

      Pasted lines run only at Return. The other keys are those of libedit: the keys
      of Emacs, or with `bind -v` in ~/.editrc those of vi.

        $XDG_STATE_HOME/workbench/history    the commands of earlier sessions; a line
                                             that begins with a space is not kept
        $XDG_STATE_HOME/workbench/trust      the commands of databases that you have
                                             allowed to use files
        $XDG_CONFIG_HOME/workbench/init.wb   runs first, unless --no-init is given
        ~/.editrc                            binds keys

      Without these variables the folders are ~/.local/state and ~/.config.

      A reply longer than the screen goes through $WORKBENCH_PAGER, else $PAGER, else
      less. If the variable is empty or `cat`, or with --no-input, there is no pager.
      """#)
}

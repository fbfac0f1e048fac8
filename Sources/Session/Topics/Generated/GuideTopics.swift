// Written by GuideTopicTests from the guide.
// swift-format-ignore-file

extension Topic {
  static let guide: [Topic] = [
    Topic(
      name: "cluster", summary: "Keep a database on several machines.",
      text: #"""
        A cluster has three or five nodes. A node is a program that keeps the whole
        database, on a machine that is always on. One node is the leader. A command is
        acknowledged when a majority of the nodes has stored its changes. So one
        machine of three, or two of five, can fail at any time without losing an
        acknowledged change. Commands, scripts, forms, history and undo work in the
        same way as with a file.

        Programs on the same machine connect to a node through its socket, the file
        `FOLDER/door`. Give the socket instead of a database file:

            workbench cluster:/srv/workbench/node/door

        These shell commands manage a cluster. `CLUSTER` is `cluster:PATH` with the
        path of a socket, or `cluster:NAME`:

          cluster demo [FOLDER]       run three nodes on this machine, until Ctrl-C
          node FOLDER --address H:P   run a node at host H, port P; its socket is
                                      `FOLDER/door`
          node … --join H:P           the same, and join the cluster of the node at
                                      this address
          copy FILE CLUSTER           copy a database with its history to an empty
                                      cluster
          copy CLUSTER FILE           copy the database of a cluster to a file
          cluster members CLUSTER     list the nodes, and show the leader
          cluster status CLUSTER      show which nodes respond, and the last
                                      transaction of each
          cluster add CLUSTER H:P     make a node that has joined a voting member
          cluster remove CLUSTER H:P  remove a node from the cluster
          cluster recover FOLDER      continue with one node if the majority is lost

        The file `$XDG_CONFIG_HOME/workbench/clusters` (default
        `~/.config/workbench/clusters`) defines names of clusters. Each line contains
        a name and the paths of sockets, which are tried in order:

            shed    /run/user/1000/shed.door  /run/user/1000/shed2.door

        Nodes do not encrypt or authenticate the messages between them, so run them in
        a private network. `backup FILE` writes an ordinary database file.

        If the leader fails, the next command waits for a new leader. A command that
        was running is run again. An open transaction is rolled back, and an error
        reports this. A transaction is also rolled back if its session is idle for two
        seconds after `begin`, because all other writers must wait. If no majority of
        the nodes responds, commands are refused, and no data is lost.
        """#),
    Topic(
      name: "errors", summary: "The form of errors, their kinds, and their effect on a script.",
      text: #"""
        An error shows the file, line and column, the message, the line with a mark
        below the position, and often a hint:

            members.wb:2:5: error: there is no type "Persn"
              new Persn name="Grace Hopper"
                  ^
              hint: did you mean "Person"?

        Columns count characters from 1. `<command>`, `<stdin>` and `<prompt>` stand
        for -c, standard input and the prompt.

          syntax      the command is not written correctly
          name        a command, type, property, record or option does not exist, or a
                      name is taken
          value       a value of the wrong kind, or an invalid value
          rule        a value that breaks a rule, such as a range
          conflict    a value that must be unique, or that another program changed
          expression  an expression or SQL statement that is not accepted
          refused     a command that cannot run now, such as undo in a transaction
          file        a file that cannot be read or written
          store       the database cannot be opened or written
          expect      a failed expect
          usage       wrong options or arguments

        The failed command changes nothing. At the prompt, the rest of its line is
        skipped. A script ends at its first error, and earlier changes are kept. Use
        `--atomic`, `--keep-going` or `try` to change this. See `help scripts`.

        A warning does not stop the command. Errors and warnings are written to
        standard error.
        """#),
    Topic(
      name: "expressions", summary: "Conditions, sort orders and calculated values.",
      text: #"""
        Expressions have SQLite's operators, precedence and functions. After `where`
        and `order by`, write the names of properties of the type. `id` is the number
        of the record:

            list Person where age between 30 and 50 and name like "a%"
            list Person order by length(name) desc, age
            expect (count(Person where age > 80) = 1)
            set ann.age (:ann.age + 1)
            set Person where age > 80 : age=(age - 1)

        Operators:

          + - * / % ||                arithmetic (7/2 is 3) and concatenation of texts
          = <> < <= > >=              comparison
          and or not                  logic
          is nil, is not nil          tests for a missing value, because age = nil is
                                      never true
          in (1, 2), between 1 and 2  membership and ranges
          "x" in tags, ann in crew    membership in a list
          like "a%"                   a pattern that ignores the case of the letters A
                                      to Z. ulike(pattern, text) ignores the case of
                                      all letters
          regexp "^A"                 a regular expression that matches part of the
                                      text
          case when … then … else … end
                                      a choice between values

        A path such as boss.name follows references. `count`, `sum`, `avg`, `min` and
        `max` read a list of records, or all records of a type:

            list Show where avg(reviews.rating where rating > 0) > 3
            list Show title, (max(reviews.rating)) as best order by best desc
            echo ":(sum(Item.price where sold))"
            count Item by sold
            list Item sold, (count()) as items, (sum(price)) as total group by sold

        Values:

          :ann.age                      the value of a session name. You can omit the
                                        colon if no property has this name
          Person/3, Person["Ann"], ann  records
          "Ada", 'Ada'                  texts; write names in backticks
          today, now                    the current date; the current date and time
          joined + 30, today - joined   days
          until - from, seen - now      durations
          add_months(joined, 1)         a month later, for 31 January the last day of
                                        February
          year(joined), month(joined)   whole numbers

        You cannot compare values of kinds that can never be equal. For example,
        comparing a date with a number is an error. Expressions cannot change data.
        Functions such as random(), which return a different result each time, are
        refused.

        See `help functions` for all functions, and `help substr` for one of them.
        """#),
    Topic(
      name: "handlers", summary: "Commands that run when a value changes, and commands of your own.",
      text: #"""
        A handler is a block of commands that runs when a value changes, in the
        transaction of the change:

            save on change Line.part as fill { set record.price (:record.part.price) }
            on change Part.price as prices { echo ":record.code: :old → :new" }
            on change ann.age { echo "was :old" }
            drop on change fill                      remove a stored handler
            detach prices                            remove a session handler

        In the block, `:record` is the changed record, and `:old` and `:new` are the
        values before and after. Handlers run after the command, so they also replace
        a value that the same command has set. Rules are checked after the handlers
        have run. Handlers do not run for records that are created or deleted, for
        `undo` and `redo`, or for changes by other programs. For new records, use a
        default.

          save on change       the handler is stored in the database and runs in every
                               session, including for forms and imports. It follows a
                               type, has a name, and can only change records
          on change            the handler lasts for the session, follows a type or
                               one record, and can use every command
          option handlers off  disables the stored handlers for the session

        A command of your own runs when you call it, as one transaction:

            command greet who { echo "hello :who" }
            save command sell part: Part amount: Integer = 1 {
              new Sale part=:part quantity=:amount
              set part.stock (stock - :amount)
            }
            sell "KM-20" 2
            save command ready o: Order when (:o.status = "new") "is not new" {
              set o.status ready
            }
            drop command sell

        `save` stores the command in the database. If you add a condition after
        `when`, the menu offers the command for selected records for which the
        condition is true. If a stored command uses files, `sql` or `:env`, workbench
        asks you before its first run. Scripts need `--trust`.
        """#),
    Topic(
      name: "history", summary: "Find out who changed a value, when and why.",
      text: #"""
        The database records each change with its transaction, time, actor, command
        and reason. The examples use the record `Person["Ann"]`. Choose the command
        for your question:

          question                      command
          Command that set a value      `why Person["Ann"].age`
          All values of a property      `history Person["Ann"].age`
          All changes to a record       `history Person["Ann"]`
          Author of each value of a record
                                        `blame Person["Ann"]`
          All commands                  `log`
          Commands that changed a record
                                        `log Person["Ann"]`
          Changes since transaction 12  `diff #12`
          Changes since yesterday       `diff "2026-11-20 18:00"`
          A record at a past time       `show Person["Ann"] at #12`
          All records at a past time    `list Person at 2026-11-20`

        You can limit `log` and `history` by time, actor and number of lines. For
        example:

            log since 2026-11-01 by "ben" limit 20
            history Person since 2026-11-01 until 2026-11-15
            history Person where age > 30

        A time is a date, a date and time in quotation marks, or the number of a
        transaction, such as `#12`. After `since`, a date means the start of that day.
        After `at`, `until`, `to` and `diff`, a date means the end of that day. Both
        are in your time zone.

        The actor is your login name. To choose another name, start the program with
        `--actor NAME`. To record a reason, add `--reason TEXT` to a command, or give
        the reason after `begin` or `commit`. If you start the program with `--reason
        TEXT`, the text is the reason for all commands that do not have their own. For
        example:

            set Person["Ann"].age 42 --reason "her birthday"
            begin "corrected from the register"

        To undo one earlier change, use `revert #12`. To return a record to a past
        state, use `restore Person["Ann"] to #12`.
        """#),
    Topic(
      name: "import", summary: "Bring in a CSV or Excel file, and find the mistakes in it.",
      text: #"""
        First let workbench propose a type. `--infer` reads the whole file and changes
        nothing:

            import members.csv --infer as Member

        At a prompt, workbench asks you whether to define the type. In a shell, you
        can write the proposal to a file, edit the file, and run it with `--atomic`,
        so that a mistake leaves nothing behind.

        First check the file with `--dry-run`, which stores nothing. Then import the
        file:

            import members.csv into Member --dates dmy --dry-run
            import members.csv into Member --dates dmy

        If one row is invalid, nothing is stored. To store the valid rows, and write
        the rejected rows to a file with the reasons, add two options:

            import members.csv into Member --keep-going --rejects wrong.csv

        Update the records from the next file. `update by` needs a key or a unique
        property:

            import autumn.csv into Member update by name --dates dmy

        The first row contains the column names. If a column name differs from the
        property name, use `map`, for example `map "E-mail"=email`. To skip a column,
        use `map Notes=nil`. An import is one transaction, so one `undo` undoes all of
        it.

        If cells are not read correctly, use one of these options:

          in the file               option
          1.234,50, 1. Mai 2026     `--locale de_DE`: numbers and dates of a language
                                    and country
          1.2.2026, 1/2/26          `--dates dmy`, or `mdy`
          percentages without %     `--percent plain` if 12.5 means 12.5 %, or
                                    `fraction` if 0.125 means 12.5 %
          N/A, - for no value       `--null "N/A, -"`
          x for true                `--true x`; an empty cell is then false
          a title above the header  `--skip 3` skips three lines
          a total in the last row   `--skip-last 1`
          no header                 `--columns name, joined, nil`
          red|green for a list      `--split "|"`
          separators other than , ; and tab
                                    `--delimiter "|"`
          wrong characters instead of é and ä
                                    `--encoding windows-1252`
          another sheet of an Excel file
                                    `--sheet "Price list"`
        """#),
    Topic(
      name: "keys", summary: "The keys of `type`, and of fields, forms, screens and the prompt at a terminal.",
      text: #"""
        In `type FIELD "KEYS"` and `type FORM "KEYS"`, each character types itself.
        The special keys are:

          <BS>, <Del>             delete the selection, or the character before or
                                  after the caret
          <WordBS>                deletes the word before the caret. In a field that
                                  is not a text field, deletes everything before the
                                  caret
          <Left>, <Right>, <Home>, <End>
                                  move the caret
          <Go:3>                  moves the caret to the position after the third
                                  character
          <S-Left>, <S-Right>, <S-Home>, <S-End>, <All>
                                  select
          <Sel:0,3>               selects from the first position to the second
          <Cut>, <Copy>, <Paste>  use the clipboard of the session
          <Paste:text>            pastes this text
          <Undo>, <Redo>          undo and redo edits since the field was entered
          <Clear>                 empties the field
          <StepUp>, <StepDown>    increase or decrease a number or date by one, select
                                  the next or previous choice
          <Return>                stores the value and leaves the field
          <Submit>                the same. In a form, stores the form from any field
          <Tab>, <Up>, <Down>     leave the field like Return. Tab first completes an
                                  incomplete text
          <Esc>                   discards the edits in the field
          <AddRow>, <RemoveRow>   add a row to a list in a form, remove the current
                                  row
          <lt>, <gt>              type < and >

        While records are listed below a reference, Down and Up move in the list,
        Return selects a record, and Esc closes the list.

        Keys in a field at a terminal, in addition to the editing keys of the prompt:

          Return, Ctrl-S       store the value and leave the field
          Esc, Ctrl-C          discard the edits. In vi mode, press Esc in command
                               mode
          Tab                  completes the text, or leaves a complete or empty field
          Up, Down, Shift-Tab  leave the field like Return
          Alt-Up, Alt-Down     increase or decrease a number by one, select the next
                               or previous choice
          Ctrl-_, Alt-_        undo, redo
          Ctrl-L               empties the field

        In a form, Return, Tab and Down move to the next field, Up and Shift-Tab to
        the previous one. Leaving the last field stores the form. More keys in a form:

          Ctrl-S                 stores the form from any field
          Esc, Ctrl-C            discard all changes of the form. Press again to
                                 confirm
          Ctrl-A, Ctrl-E         move to the beginning and the end of the text
          Shift-arrow, Alt-A     select, also with Shift-Home and Shift-End
          Ctrl-X, Alt-W, Ctrl-Y  cut, copy, paste
          Ctrl-K, Ctrl-W         delete the text after the caret, the word before it
          Alt-Ins, Alt-Del       add a row to a list, remove the current row
          Page Up, Page Down     scroll

        On a screen:

          Tab, arrows   move between items, fields and commands
          Page Up, Page Down, Home, End
                        move in a list
          Return        opens the record, edits the field, or runs the command
          a letter      runs its command. To delete, press the letter again
          Space, Alt-A  select the record, or all records of a list
          /             searches a list: Return keeps the search, Esc shows all
          u             undoes the last action on the screen
          Esc           ends a question, an edit or a search, or leaves the screen

        `help prompt` lists the keys of the prompt.
        """#),
    Topic(
      name: "lists", summary: "Lists of values and of records: define, change and query them.",
      text: #"""
        A list contains values of one kind or records of one type, in a fixed order.
        It can be empty, but it is never nil. Positions count from 0.

          tags: [Text]             values
          cast: [Person]           records that exist on their own. Each can be in any
                                   number of lists, but only once in each
          reviews: [Review] owned  records that belong to this one, and are deleted
                                   with it
          … owned as show          the same, and `show` is the owner of a review
          shows: [Show] by venue   the shows whose venue is this record. Nothing is
                                   stored

        These commands change a list:

            append ink.tags "new"                 add a value at the end
            insert ink.tags 0 "new"               add a value before the first
            move ink.tags 2 0                     move a value to another position
            remove ink.tags 1                     remove a value by its position
            set ink.tags [new, "sold out"]        replace all values
            set ink.tags[0] "old"                 replace one value
            append ink.cast Person["Ann"]         add an existing record
            append ink.reviews new Review rating=5     add a new record
            remove ink.cast Person["Ann"]         remove a record

        If you remove a record from a list that owns it, the record is deleted. At a
        prompt, workbench asks you first. The command `set` can change only the order
        of a list that owns its records.

        The `on delete` clause of a list of references determines the effect of
        deleting one of its records: `refuse` (the default) refuses the deletion,
        `clear` removes the record from the list, and `cascade` deletes the record
        that has the list.

        In expressions, `count`, `sum`, `avg`, `min`, `max` and `join` read a list,
        and the operator `in` finds an item:

            list Show where "new" in tags and Person["Ann"] in cast
            list Show title, (avg(reviews.rating)) as mean
            list Show where count(reviews where rating > 3) > 1
            echo ":(join(ink.cast.name, ", "))"
            for review in (ink.reviews) { echo :review }
        """#),
    Topic(
      name: "output", summary: "Tables, lines, JSON, CSV and output files.",
      text: #"""
          --box       tables and records in boxes (the default at a terminal)
          --lines     plain lines with aligned columns (the default elsewhere)
          --json      one JSON object per line
          --csv       comma-separated values with a header
          --markdown  tables in Markdown
          --tap       each expect as a test of the Test Anything Protocol

        Data is written to standard output. Errors, warnings, notices and the messages
        of undo and redo are written to standard error.

        Values are printed in the same way in every locale: 1234.50, 2026-11-21, and
        times in UTC. Only labels and fields use the locale. With `--display local`,
        tables for people use the locale, too.

        `to "FILE"` writes the output of a command to a file, in the format of the
        run. You can add it to list, show, get, count, stats, find, diff, why, blame,
        history, log and sql:

            list Person where age > 30 to "old.txt"
            list Order where month(day) = :month to "orders-:month.txt" --replace

        At a terminal, a long reply is shown in the pager. See `help prompt`. Card
        numbers are masked, unless you add `--reveal`.

        With `--json`, each line of standard output is an object. An error is an
        object on standard error.

          new, put    {"ref": "Person/1"}
          show, list  {"ref": "Person/1", "name": "Ann", "age": 41}
          get         {"value": 41}
          count       {"count": 3}
          echo, help  {"text": "hello"}
          labels      {"label": "age", "text": "41"}

        Decimals are strings, dates and times are ISO texts, references are strings
        such as "Person/1", lists are arrays, and nil is null.
        """#),
    Topic(
      name: "prompt", summary: "The keys, files and pager of the prompt.",
      text: #"""
          >       asks for a command
          ..      asks for the rest of a command, while a parenthesis, bracket, brace
                  or quotation mark is open
          begin>  asks for a command in a transaction

        Keys:

          Return                  runs the command, or asks for the rest with `..`
          Tab                     completes the word before the caret, or lists the
                                  words that match
          Up, Down                recall earlier commands, including those of several
                                  lines
          Ctrl-R                  searches the earlier commands
          Ctrl-A, Ctrl-E          move to the beginning and the end of the line
          Alt-B, Alt-F            move by a word
          Ctrl-K, Ctrl-U, Ctrl-Y  cut to the end of the line, cut the whole line,
                                  paste
          Ctrl-C                  discards the line, or interrupts the running command
                                  and rolls it back
          Ctrl-D                  ends the program on an empty line, like exit
          Ctrl-Z                  suspends the program until you enter fg in the shell

        Pasted lines run only when you press Return. Editing uses libedit's Emacs
        keys. For vi keys, put `bind -v` in `~/.editrc`.

        Files in `$XDG_STATE_HOME/workbench`, by default `~/.local/state/workbench`:

          history  the commands of earlier sessions, one per line. Only you can read
                   the file. It does not contain commands that begin with a space
          trust    your answers about commands of databases that use files

        Files in `$XDG_CONFIG_HOME/workbench`, by default `~/.config/workbench`:

          init.wb  commands that run before the first prompt, such as option locale
                   de_DE, unless you give --no-init

        If a reply is longer than the screen, it is shown in the pager:
        `$WORKBENCH_PAGER`, `$PAGER` or `less`, whichever is set first. There is no
        pager if the variable is empty or `cat`, or with `--no-input`. If `LESS` is
        not set, `less` gets the options `FRX`.
        """#),
    Topic(
      name: "rules", summary: "Conditions on whole records, on several records and on changes.",
      text: #"""
        A rule is an expression that must not be false for any record of a type. It
        has a name, a description, and an expression after a colon and white space:

            rule Member.adult "must be 16" : add_months(born, 192) <= joined
            rule Member.full "at most 100" : count(Member where isActive) <= 100
            rule Member.long "is due" severity warn : joined > add_months(today, -240)
            rule Member.fee "never falls" on change : fee >= old.fee
            rule Member.leave "is active" on delete : not isActive
            rule Bike.owner "needs one owner" deferred : count(owners) = 1
            drop rule Member.adult

        If a record would break a rule after a command, the whole command is refused.
        The same applies to `undo`, `redo` and `revert`. If the expression is nil, the
        rule is not broken. To require a value, write `born is not null and …`

          severity warn      the command is executed, with a warning. Only these rules
                             can read `today` and `now`
          on create          the rule is checked for new records only
          on change          for changed records only. `old` is the record before the
                             command, for example `old.fee`
          on delete          for deleted records only, with their values before the
                             command
          on create, change  for any of these events
          deferred           the rule is checked at the end of the transaction. `old`
                             is the record before the transaction

        A rule can read its own record, and other records with paths, `count`, `sum`
        and subselects. It is checked for the records that a command changes. If it
        reads properties of other records, it is also checked when a command changes
        these properties. The command `check` checks every rule for every record. You
        cannot use session names such as `:limit`.

        To replace a rule, enter it again. If stored records break the new rule,
        workbench refuses the rule and names the records. Stored records are not
        checked against rules with an event. `describe Member` lists the rules of a
        type.
        """#),
    Topic(
      name: "scripts", summary: "Variables, conditions, loops, commands of your own, and how a script ends.",
      text: #"""
        Run a script with `-f`. Every command works in a script and at the prompt:

            workbench club.db -f month.wb --var month=11

        A script can declare variables. Set them with `--var`, and read them as :NAME:

            var month: Integer = 11
            let limit = 30
            if count(Person) > :limit { echo "many" } else { echo "few" }
            for p in Person where age > 90 order by age { set p.active false }
            for i in 1...12 { echo "month :i" }
            for line in stdin { put Person[:line] }
            while :limit > 0 { let limit = (:limit - 10) }
            repeat 3 { new Item }
            try { set ann.age 400 } else { echo "not changed: :error" }
            list Person where age > 90 to "old-:month.txt"
            command greet who { echo "hello :who" }
            include "more.wb"
            exit 3

        `break` ends the innermost loop, and `continue` skips to its next iteration. A
        loop is one transaction and one undo.

        A script ends at its first error, and earlier changes are kept. These options
        change this behaviour:

          --atomic      runs everything in one transaction, which is rolled back on
                        error
          --keep-going  continues after an error. --rejects FILE writes the failed
                        commands to FILE
          --dry-run     shows the changes, but stores nothing

        `expect` stops a script with status 4 if a condition is not met:

            expect (count(Person) > 0)
            expect rejected { type f "x" }
            expect error rule { set ann.age 151 }

        The exit status is 0 without errors, 1 after a failed command, and 2 after a
        usage error. It is 3 if the database cannot be opened, and 4 after a failed
        `expect`. `exit N` sets the status.
        """#),
    Topic(
      name: "serve", summary: "Show a database in a web browser.",
      text: #"""
        `workbench serve` is a shell command. It prints an address, and runs until you
        press Ctrl-C:

            workbench serve people.db
            http://127.0.0.1:8043/?token=3vQ5rXl1Vb0xqk2y5mSgXo1p

        Open the address in your browser, or add `--open` to open the browser
        automatically. The address works once, within 10 minutes. After that the
        browser has a cookie, and you can open `http://127.0.0.1:8043/`, even after a
        restart of the server. With `--port 0`, the port changes at each start, so
        open the printed address. If you need a new address, for example for another
        browser, run this command in another terminal:

            workbench serve --again people.db

        Ctrl-C or SIGTERM stops the server. The server closes all sessions, discards
        forms that are not stored, and exits with status 0. After SIGUSR1, the server
        prints a new address. To serve a cluster, give `cluster:NAME` instead of a
        file.

          --port N             listen on port N of 127.0.0.1 and [::1] (default 8043);
                               0 is any free port
          --socket PATH        listen on a socket file instead, for a proxy; only its
                               owner can connect
          --socket-group NAME  also let a group connect to the socket file
          --behind URL         the public address of the pages, which the proxy serves
          --user-header NAME   the header in which the proxy sends the user name; only
                               with `--socket`
          --open               open the browser
          --screen NAME        the first page (default: the first list screen, or the
                               list of types)
          --read-only          refuse every change
          --locale ID          the locale (default: the first supported language of
                               the browser)
          --actor NAME         the author in the history (default: your login name, or
                               the user name from the proxy)
          --actors A,B,…       let each page choose its author from these names
          --sessions N         the maximum number of open tabs (default 50)
          --durable            wait for the disk at each commit
          --reason TEXT        the reason in the history
          --json               print the address as JSON: `{"url":"…"}`
          --again              print a new address of the running server

        The server listens on this computer only, and has no encryption and no
        passwords. To serve a network, let a proxy provide these, and connect to a
        socket file. For example:

            workbench serve --socket /run/wb/socket --socket-group caddy \
              --behind https://lab.example/wb --user-header X-User people.db

        The proxy must pass the path and the header `Host` unchanged. It must always
        set the user header itself, so that no browser can choose it. A request
        without the user header is refused. The user is only recorded as the author.
        Every user has the same rights. For people who should not change anything,
        start a second server with `--read-only`, on another socket or port. The guide
        has configurations for Caddy and nginx.

        The exit status is 2 after wrong usage or if the port is in use, and 3 if the
        database cannot be opened.
        """#),
    Topic(
      name: "start", summary: "A type, two records, a mistake and an undo: ten commands to type.",
      text: #"""
        Start `workbench` without a file. The program shows the prompt `>` and waits
        for a command. The records stay in memory until you save them. Type the text
        after each `>`, and press Return.

        First define a type. A type is a table. Each property of a type has a kind,
        which is a data type:

            > define Person { name: Text key, age: Integer? in 0...150 }

        `key` means that the name identifies a person, so no two people have the same
        name. `?` means that the age can be missing. `in` limits the age.

        Create two records. The program prints the type and the number of each record.
        `as ann` gives the first record a short name, which lasts until you exit:

            > new Person name="Ann" age=41 as ann
            Person/1
            > new Person name="Eve" age=17
            Person/2
            > list Person
            ┌──────────┬──────┬─────┐
            │ ref      │ name │ age │
            ├──────────┼──────┼─────┤
            │ Person/1 │ Ann  │  41 │
            │ Person/2 │ Eve  │  17 │
            └──────────┴──────┴─────┘

        Change a value, and give a reason:

            > set ann.age 42 --reason birthday

        Make a mistake. The program refuses the command, marks the error, and changes
        nothing:

            > set ann.age 420
            <prompt>:6:13: error: age must be 0…150, not 420
              set ann.age 420
                          ^

        Ask why the age is 42. `why` prints the command that set the age, with its
        date, author and reason:

            > why ann.age
            ┌─────┬──────────────────┬───────┬─────────────┬───────────────────────────┐
            │ txn │ at               │ actor │ change      │ reason, command           │
            ├─────┼──────────────────┼───────┼─────────────┼───────────────────────────┤
            │   4 │ 2026-11-21 10:00 │ ada   │ age 41 → 42 │ birthday · set ann.age 42 │
            └─────┴──────────────────┴───────┴─────────────┴───────────────────────────┘

        `undo` undoes your last command, and `redo` reapplies it:

            > undo
            undone #4 by ada: birthday · set ann.age 42
            > list Person
            ┌──────────┬──────┬─────┐
            │ ref      │ name │ age │
            ├──────────┼──────┼─────┤
            │ Person/1 │ Ann  │  41 │
            │ Person/2 │ Eve  │  17 │
            └──────────┴──────┴─────┘
            > redo
            redone #4 by ada: birthday · set ann.age 42

        Try a form too: `edit ann` opens a form with all properties of the record. Tab
        moves to the next field, Ctrl-S stores the form, and Esc discards your
        changes. `edit new Person` opens an empty form.

        `save people.db` saves everything to a file, including the history. `exit`
        ends the program, and `workbench people.db` opens the file again. `help` lists
        the most important commands, and `help define` explains the command `define`.
        """#),
    Topic(
      name: "templates", summary: "How formatters and titles of screens are written.",
      text: #"""
        Templates use the Mustache language. A tag is replaced by the value of a
        property, in the format of a label. Control characters are printed as escapes.

            {{title}}                   the value of a property; «nil» if it is nil
            {{venue.town}}              a property of a referenced record
            {{#reviews}} … {{/reviews}} a section: once for each item of a list, whose
                                        properties are read by their names; once for a
                                        reference or a value, but not for nil, false, an
                                        empty text or an empty list
            {{^reviews}} … {{/reviews}} if the section above prints nothing
            {{.}}                       the item itself
            {{number}}                  the position of the item, from 1; if the item
                                        has a property "number", its value
            {{count(reviews)}}          also empty, first, last, reversed and sorted of
                                        lists
            {{uppercased(title)}}       also lowercased, capitalized, reversed and empty
                                        of texts
            {{index()}}                 the position in the list of the section, from 0;
                                        also first, last, even and odd
            {{^last()}}, {{/last()}}    a comma after each item but the last
            {{title|20}}                padded on the right to 20 columns; a longer text
                                        is not cut
            {{price|>10}}               padded on the left
            {{day|dd.mm.yyyy}}          a date or time in a pattern
            {{day|d.m.|>8}}             a pattern, then padded
            {{`my name`}}               a name with other characters than letters,
                                        digits and _
            {{! … }}                    a comment
            {{=<% %>=}}                 other delimiters from here on

        A pattern consists of these parts. Put other letters in apostrophes: `h'h'mm`.

          d, dd     day
          m, mm     month (after the hour, the minute)
          yy, yyyy  year
          h, hh     hour from 0 to 23 (for a duration, all hours)
          MM        minute (only after the hour)
          ss        second

        A number is written with the digits that its kind requires. To round, give the
        property a kind such as `Decimal(fraction: 2)`, or add a computed property.
        For example, `mean: Decimal(fraction: 2) := (value)` rounds a `Double`, and
        `{{mean}}` prints the result.

        A date and time is in your time zone. If you write `html` after the type, the
        formatter escapes every value, so that the value is safe in text and in quoted
        attributes. If you write `local`, dates and times are written in the locale.
        Numbers are always written in the locale.

        When you define a template, an unknown name, a function that does not apply to
        the kind of its value, or a pattern that does not apply to the kind of the
        property is an error. Every function of nil returns nil.

        On a screen, each line is an item. A line with values of a list item belongs
        to this list item. A line that contains only tags for sections, comments and
        delimiters is not printed.
        """#),
    Topic(
      name: "time", summary: "Dates, times, durations, months and time zones.",
      text: #"""
        The notation is the same in every locale:

          2026-11-21              a Date, from 0001-01-01 to 9999-12-31
          2026-11-21T10:00:00Z    a DateTime, a date and time in UTC
          2026-11-21T10:00+01:00  a DateTime with an offset and without seconds
          2026-11-21T10:00        a DateTime without Z or offset, in your time zone
          08:30                   a Time, from 00:00 to 23:59. Time(seconds) has
                                  08:30:15
          37:15, -0:30            a Duration in hours and minutes. Duration(seconds)
                                  has 37:15:00
          2026-11                 a Month
          today, now              the current date; the current date and time

        A DateTime is stored and printed in UTC, to the millisecond. With `--display
        local`, tables and labels show it in your time zone. Your time zone is the
        value of the variable TZ, or the time zone of the system.

        In expressions, write times, durations and months as quoted texts. The text
        has the kind of the other operand:

            list Visit where from < "09:00" and took > "1:30"
            list Visit where day between 2026-11-01 and 2026-11-30

        Arithmetic, for a Date day, a DateTime seen, and a Time or a DateTime from and
        until:

          day + 30, day - 1           a date
          today - day                 the number of days
          until - from, now - seen    a duration
          seen + "24:00"              a date and time
          took + "0:30", took - rest  a duration
          add_months(day, 1)          a month later, for 31 January the last day of
                                      February
          months_between(day, today)  the number of whole months
          year(day), month(day)       numbers, from a Date or a Month
          date(seen)                  the date, in UTC
          read_date("21.11.2026", "dd.mm.yyyy")
                                      the date in a text, or nil
          duration(5400)              a duration of this number of seconds

        Use `at` to read the state after a past transaction or at a past time:

            get ann.age at #7
            list Person where age > 30 at "2026-11-21 10:00"
        """#),
    Topic(
      name: "values", summary: "How values, records, properties and names are written.",
      text: #"""
        Values are written in the same way in every locale:

          42, -3.50               a number, which begins and ends with a digit and has
                                  no exponent
          "Ada"                   a text, with the escapes `\" \\ \n \r \t \u{e9}`
          Ada                     the same text, if a property expects one
          true, false             a truth value
          nil                     no value, for an optional property
          2026-11-21              a date
          2026-11-21T10:00:00Z    a date and time; see help time
          08:30, 37:15, 2026-11   a time of day, a duration, a month
          12.5%                   a percentage, always with its sign
          [new, "sold out"], []   a list, and an empty one
          :ann.age, :limit, :ann  session names: a property, a value, a record
          :today, :now            the current date; the current date and time
          (:ann.age + 1)          an expression; see help expressions

        Records and properties:

          Person/1                a record by its type and number
          Person["Ann"]           a record by its key
          ann                     a record by its session name, from let or as
          ann.age                 a property
          ann.boss.name           a property of the record that boss refers to
          show.reviews[0]         an item of a list; positions count from 0
          show.reviews[0].rating  a property of the item

        A name consists of letters, digits and _, and does not begin with a digit.
        Write any other name in backticks:

            new Item `unit price`=3.50

        A command ends with its line or at a semicolon. It continues on the next line
        while a parenthesis, bracket, brace or quotation mark is open. A # at the
        beginning of a line or after white space begins a comment. #12, with a digit,
        is a transaction.
        """#),
  ]
}

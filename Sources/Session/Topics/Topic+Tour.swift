extension Topic {
  /// The first commands for a new user; they need no existing data.
  static let first = [
    #"define Person { name: Text key, age: Integer? in 0...150 }"#,
    #"new Person name="Bob" age=63"#,
    #"list Person"#,
  ]

  static let tour = Topic(
    name: "tour",
    summary: "Ten steps through types, records, fields and the history, to be typed.",
    text: #"""
      Start `workbench` without a file, and type what follows each `>`.

        1. A type says which properties its records have, and which values those take.
             > \#(first[0])
        2. A new record, called `ann` in this session. With age=200 it is refused.
             > let ann = new Person name="Ann" age=41
        3. All records of the type.
             > \#(first[2])
        4. A label shows a property, and prints it again whenever it changes.
             > label age on ann.age
        5. A command changes the property, and the label follows.
             > set ann.age 42 --reason "her birthday"
        6. A field takes keys, and judges each one.
             > field f on ann.age
        7. Keys as a script types them; the x is refused, with the reason.
             > type f "<Clear>4x3<Return>"
        8. The history: who changed the property, when, how and why.
             > history ann.age
        9. The last change is undone; `redo` brings it back.
             > undo
       10. Every transaction, the undo among them.
             > log

      `edit f` hands your keyboard to the field, `edit ann` opens a form with all
      fields of the record, and `edit new Person` a form of a new record.

      `save people.db` keeps everything in a file, with the history, and `workbench
      people.db` continues there. `help` lists the commands, `help keys` the keys, and
      `help define` says what a definition can contain.
      """#)
}

extension Topic {
  /// What a newcomer can type first; it needs nothing that is there.
  static let first = [
    #"define Person { name: Text key, age: Integer? in 0...150 }"#,
    #"new Person name="Bob" age=63"#,
    #"list Person"#,
  ]

  static let tour = Topic(
    name: "tour",
    summary: "Ten steps through types, records, fields and the history, to be typed.",
    text: #"""
      Start `workbench` without a file, and type what is after each `>`.

       1. A type says what its records have, and what may be in it.
            > \#(first[0])
       2. A record; `ann` is a name for it in this session. The same with age=200 is refused.
            > let ann = new Person name="Ann" age=41
       3. All records of the type.
            > \#(first[2])
       4. A label shows a property, and again whenever it changes.
            > label age on ann.age
       5. A command that changes it: the label follows.
            > set ann.age 42 --reason "her birthday"
       6. A field takes keys, and judges each one.
            > field f on ann.age
       7. The keys as a script writes them; the x is refused, and why. `edit f` gives
          the field your own keyboard, `edit ann` a form of all fields, `edit new Person`
          one of a new record.
            > type f "<Clear>4x3<Return>"
       8. Nothing is lost: who changed it, when, from what to what, and why.
            > history ann.age
       9. Back again; `redo` takes the undo back.
            > undo
      10. What has become of everything.
            > log

      `save people.db` keeps all of it in a file, with its history, and `workbench people.db`
      goes on there. `help` lists the commands, `help keys` the keys, and `help define` says
      what can be in a type.
      """#)
}

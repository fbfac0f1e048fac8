internal import CommandLanguage
internal import RecordStore
internal import Records

struct Topic {
  let name: String
  /// One line.
  let summary: String
  /// Without a trailing newline.
  let text: String

  /// Parts of the guide. A test writes them to the file, where each begins with `== NAME: SUMMARY`.
  private static let guide = ("\n" + String(decoding: PackageResources.Topics_txt, as: UTF8.self))
    .split(separator: "\n== ").map { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      let head = lines[0].split(separator: ": ", maxSplits: 1).map(String.init)
      return Topic(name: head[0], summary: head[1], text: String(lines[1]))
    }

  static let all =
    guide.filter { $0.name == "start" }
    + (guide.filter { $0.name != "start" } + [kinds, functions]).sorted { $0.name < $1.name }

  /// The commands suggested for an empty database.
  static let first = [
    #"define Person { name: Text key, age: Integer? in 0...150 }"#,
    #"new Person name="Bob" age=63"#,
    #"list Person"#,
  ]

  static let functions = Topic(
    name: "functions",
    summary: "The functions of expressions, with their arguments.",
    text: (ExpressionFunction.Group.allCases.map(lines)
      + [["Arguments in brackets are optional. `help substr` explains one function."]])
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

  private static func lines(of group: ExpressionFunction.Group) -> [String] {
    let rows = ExpressionFunction.all.filter { $0.group == group }.map { ($0.call, $0.summary) }
    return [group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst() + ":"]
      + Session.table(rows).map { "  " + $0 }
  }

  static let kinds = Topic(
    name: "kinds",
    summary: "The kinds of properties, and the clauses of their definitions.",
    text: """
      The kind of a property determines its values:

      \(kindTable)

      `help KIND` explains one kind with an example. `?` after a kind makes the
      property optional: it can be nil. These clauses can follow in any order:

        key                finds a record: Person["Ann"]; unique and not empty
        title              the name shown for a record, beside its key
        unique             no two records can have the same value
        in 0...150         the minimum and the maximum; also 0... and ...150
        length 2...20      the number of characters of a text
        matching /[A-Z]+/  a pattern that the whole text matches
        = 5  = today       the default, which a new record gets if you give no other
                           value
        = (part.price)     the default is calculated when the record is created
        = next             the default is the largest number plus one; for an Integer
                           that is key or unique
        := (net + tax)     the value is computed from other properties
        unit "€"           follows a number in labels; prefix "$" precedes it
        grouped            puts the digits of a number in groups
        on delete clear    the effect when the referenced record is deleted: refuse
                           (the default), clear or cascade
        owned, by guest    a list owns its records, or lists the records that refer to
                           this one by their property guest
        owned as show      the records read their owner as show

        define Person { name: Text key, age: Integer? in 0...150, boss: Person? }
      """)

  private static var kindTable: String {
    let rows = PropertyKind.names.map { name in
      (word: name, meaning: PropertyKind.guide(of: name)?.summary.firstSentence ?? "")
    }
    let others = [
      (word: "Person", meaning: "A record of a type, which may be defined later."),
      (word: "[Text]", meaning: "An ordered list of values of one kind."),
      (
        word: "[Person]",
        meaning: "An ordered list of records of one type. A record can be in any number of lists."
      ),
      (word: "[Review] owned", meaning: "An ordered list of records that belong to this record."),
      (word: "[Visit] by guest", meaning: "The records that refer to this record by a property."),
    ]
    return Session.table(rows + others).map { "  " + $0 }.joined(separator: "\n")
  }

  static func kind(_ name: String) -> Topic? {
    guard let guide = PropertyKind.guide(of: name) else { return nil }
    let lines =
      guide.summary.wrapped(at: Session.pageWidth) + ["", "For example:"]
      + ["  define Thing { it: \(guide.definition) }", "  new Thing it=\(guide.value)"]
    return Topic(
      name: name, summary: guide.summary.firstSentence, text: lines.joined(separator: "\n"))
  }
}

extension String {
  var firstSentence: String {
    let end = firstRange(of: #/[.;:] /#)?.lowerBound ?? endIndex
    let sentence = self[..<end]
    return sentence.hasSuffix(".") ? String(sentence) : sentence + "."
  }
}

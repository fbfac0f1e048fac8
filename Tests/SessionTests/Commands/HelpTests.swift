import CommandLanguage
import RecordStore
import Replies
import Session
import TestSupport
import Testing
import Values
import Workspace

private final class NoKeys: Keyboard {
  func edit(_ editing: EditingSession) { _ = editing.type(.enter) }
}

@Suite struct HelpTests {
  /// The records in the examples of all commands.
  private static let preparation =
    """
    begin
    define Person { name: Text key, age: Integer? in 0...150 }
    define Tagged { tags: [Text] = [a, b, c], day: Date? }
    define Reading { at: DateTime = now, value: Integer = 1 }
    new Reading
    commit
    let team = new Tagged
    define Review { rating: Integer in 1...5, text: Text }
    define Show { title: Text key, reviews: [Review] owned }
    let show = new Show title="Lost"
    append show.reviews new Review rating=4
    define Item { price: Decimal(integer: 8, fraction: 2) = 0, sold: Boolean }
    let ann = new Person name="Ann" age=41
    let pen = new Item price=12.50
    new Person name="Old" age=90
    label age on ann.age
    field f on ann.age
    form editor on ann
    rule Person.adult "must be 18 or older" : age >= 18
    formatter line for Person "{{name}}"
    screen Sheet for Person { title "{{name}}" }

    """
    + (1...12).map { "set ann.age \($0 + 30)\n" }.joined()

  private static let before = [
    "commit": "begin", "rollback": "begin", "redo": "undo 3",
    "attach": "new Person name=\"Bob\" as bob",
    "restore": "new Person/7 name=\"Eve\"; delete Person/7",
    "save": "command greet who { echo \"hello :who\" }", "do": "select ann",
    "drop": """
    index Person.age
    save layout desk
    save command greet who { echo "hello :who" }
    save on change Person.age as fill { echo hi }
    """, "layout": "save layout desk",
    "back": "open Sheet ann",
    "open": "screen Staff for [Person] { columns name; opens Sheet }",
  ]

  struct Example: CustomTestStringConvertible {
    var verb: String
    var command: String
    var testDescription: String { command }
  }

  static let examples = Session.verbs.all.flatMap { verb in
    verb.examples.map { Example(verb: verb.name, command: Self.known($0)) }
  }

  /// Replaces properties that these records lack.
  static func known(_ example: String) -> String {
    example.replacing("ann.tags", with: "team.tags").replacing("ann.joined", with: "team.day")
  }

  @Test(arguments: examples)
  func anExampleOfTheHelpDoesWhatItShows(example: Example) throws {
    var people = TestWorkbook([["name", "age"], ["Bob", "<c><v>41</v></c>"]])
    people.sheets[0].name = "New members"
    let talk = try Conversation(
      Self.preparation + (Self.before[example.verb] ?? ""),
      files: [
        "more.wb": "types", "Schemas/contacts.wb": "types", "sheet.mustache": "{{name}}",
        example.verb == "import" ? "people.csv" : "other.csv":
          (example.command.contains("map ") ? "Name,age,Notes" : "name,age,#reasons")
          + "\nBob,41,x\n",
      ],
      binaries: ["people.xlsx": people.bytes], keyboard: NoKeys())
    let outsider = try Outsider()
    if example.command.contains("old.db") {
      try outsider.run("CREATE TABLE people(name, age); INSERT INTO people VALUES('Bob', 41)")
    }
    let command = ["people.db", "monday.db", "old.db"].reduce(example.command) {
      $0.replacing($1, with: outsider.path)
    }
    for case .diagnostic(let diagnostic) in talk.replies(to: command) {
      Issue.record("\(example.command): \(diagnostic.message)")
    }
  }

  @Test(arguments: Session.verbs.all)
  func helpOnACommandHasItsFormsSentenceOptionsAndExamples(verb: Verb) throws {
    let lines = try Session.help(on: verb.name).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let forms = try #require(lines.split(separator: "").first)
    #expect(forms.allSatisfy { $0.hasPrefix("  ") })
    expectEqual(
      forms.filter { !$0.hasPrefix("      ") }.count,
      verb.usage.count { $0 == "·" } + 1 + (verb.aliases.isEmpty ? 0 : 1))
    let words = forms.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(words.hasPrefix(verb.usage.replacing(" · ", with: " ")))
    #expect(lines.joined(separator: " ").contains(verb.summary))
    #expect(lines.allSatisfy { $0.count <= 80 })
    for option in verb.options {
      #expect(lines.contains { ($0 + "  ").hasPrefix("  \(option.usage)  ") })
    }
    let examples = try #require(lines.firstIndex(of: "For example:")) + 1
    let isTopicToo = ["history", "import"].contains(verb.name)
    expectEqual(lines.count > examples + verb.examples.count, isTopicToo)
    expectEqual(
      Array(lines[examples...].prefix(verb.examples.count)), verb.examples.map { "  " + $0 })
  }

  @Test func helpBeginsWithOneScreenOfEverydayCommands() throws {
    let lines = try #require(Conversation().tell("help").first).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23 && lines.allSatisfy { $0.count <= 80 })
    let names = lines.dropFirst().prefix { !$0.isEmpty }.map {
      $0.dropFirst(2).prefix { $0 != " " }
    }
    expectEqual(names.count, 12)
    for name in names { #expect(Session.verbs.named(String(name)) != nil) }
    expectEqual(try Conversation().tell("help all"), [Session.overview])
  }

  @Test func theOverviewNamesEveryCommandAndEveryTopic() throws {
    let lines = Session.overview.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 78 })
    let words = lines.map { line in
      line.trimmingPrefix(while: { $0 == " " }).split(separator: "  ", maxSplits: 1).first
        .map(String.init) ?? ""
    }
    for verb in Session.verbs.all { #expect(words.contains(verb.name)) }
    let topics = words.filter {
      $0.hasPrefix("help ") && $0 != "help COMMAND explains a command."
    }
    expectEqual(
      topics,
      [
        "start", "cluster", "errors", "expressions", "functions", "handlers", "history", "import",
        "keys", "kinds", "lists", "output", "prompt", "rules", "scripts", "serve", "templates",
        "time", "values",
      ].map { "help " + $0 })
    let talk = try Conversation()
    for topic in topics {
      let lines = try #require(talk.tell(topic).first).split(separator: "\n")
      #expect(lines.count > 5)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(topic)")
    }
  }

  @Test func theTopicOfKeysNamesThemAll() throws {
    let text = try Session.help(on: "keys")
    for name in Key.names + ["Paste:text", "Go:3", "Sel:0,3"] {
      #expect(text.contains("<\(name)>"), "\(name)")
    }
  }

  @Test func examplesInTopicsRunToo() throws {
    let commands = try Session.help(on: "expressions").split(separator: "\n")
      .map { $0.trimmingPrefix(while: { $0 == " " }) }
      .filter { line in Session.verbs.words.contains { line.hasPrefix($0 + " ") } }
    expectEqual(commands.count, 10)
    let talk = try Conversation(Self.preparation)
    for command in commands where !command.hasPrefix("expect") {
      #expect(!talk.tell(String(command)).contains { $0.hasPrefix("error") }, "\(command)")
    }
  }

  @Test func aFunctionIsExplainedWithWhatItTakes() throws {
    let line = "substr(text, start, [length])"
    #expect(try Session.help(on: "substr").hasPrefix("  \(line)\n"))
    #expect(try Session.help(on: "functions").contains("  \(line)\n"))
  }

  @Test(arguments: ExpressionFunction.all.map(\.name))
  func theHelpOfAFunctionHasAnExampleThatIsTrue(name: String) throws {
    let help = try #require(try Conversation().tell("help \(name)").first)
    let function = try #require(ExpressionFunction.named(name))
    let example = function.example
    // Commands of the same name have examples of their own.
    let isCommand = Session.verbs.named(name) != nil
    #expect(help.contains(isCommand ? function.call : example))
    #expect(example.contains("\(name)("))
    let talk = try Conversation(
      """
      define Person { name: Text key, age: Integer? }
      new Person name=Ann age=41; new Person name=Bob age=20
      """)
    expectEqual(talk.tell("expect (\(example))"), [])
  }

  private static let nothing = "there is no command, topic, kind or function"

  @Test(arguments: [
    ("shwo", "error name 1:1: there is no command \"shwo\" (did you mean \"show\"?)"),
    ("help shwo", "error name 1:6: \(nothing) \"shwo\" (did you mean \"show\"?)"),
    ("? kyes", "error name 1:3: \(nothing) \"kyes\" (did you mean \"keys\"?)"),
    ("help sustr", "error name 1:6: \(nothing) \"sustr\" (did you mean \"substr\"?)"),
    ("help frobnicate", "error name 1:6: \(nothing) \"frobnicate\""),
  ])
  func aMisspelledCommandOrTopicIsAnErrorWithASuggestion(line: String, error: String) throws {
    try expectEqual(Conversation().tell(line), [error])
  }
}

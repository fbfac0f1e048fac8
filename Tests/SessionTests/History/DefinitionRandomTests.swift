import Session
import TestSupport
import Testing

/// The program can read every definition that it writes: from the store, `dump` and `history
/// --script`.
@Suite struct DefinitionRandomTests {
  /// A kind with its possible clauses.
  private struct Shape {
    var kind: String
    /// In command notation, unordered.
    var values: [String]
    var clauses: [String] = []
    var hasRange = false
    var isList = false
  }

  private static let doubles = [
    "0", "-0.5", "1", "0.00001", "-0.00000000000000000000000000000000012345", "100000000000000000",
    "12345678901234567890123456789012345678", "-98765432109876543210.5", "0.1", "3",
  ]
  private static let numbers = ["unit \"kg\"", "prefix \"$\"", "unit \"a \\\"b\\\"\""]

  private static let shapes = [
    Shape(
      kind: "Text",
      values: ["\"\"", "a", "\"two words\"", "\"\\\"\\\\\\n\\t\\u{7}é\"", "AB", "nil1"],
      clauses: [
        "unique", "length 0...12", "length 1...", "length ...3", "matching /[A-Z]{2}|[a-z]*/",
        "matching /[^\\/;{}]*/",
      ]),
    Shape(
      kind: "Integer",
      values: ["0", "1", "-5", "150", "9223372036854775807", "-9223372036854775808"],
      clauses: numbers + ["unique", "grouped"], hasRange: true),
    Shape(kind: "Double", values: doubles, clauses: numbers + ["unique"], hasRange: true),
    Shape(
      kind: "Decimal", values: ["0", "0.01", "-7.5", "12345678", "99.125"],
      clauses: numbers + ["grouped", "unique"], hasRange: true),
    Shape(
      kind: "Decimal(integer: 1, fraction: 0...2)", values: ["0", "0.01", "-1.5", "9.99"],
      clauses: numbers, hasRange: true),
    Shape(
      kind: "Decimal(integer: 20, fraction: 5)",
      values: ["0", "0.00001", "-12345678901234567890.12345", "17"], clauses: numbers,
      hasRange: true),
    Shape(kind: "Percent", values: ["0%", "12.5%", "-3%", "250%"], hasRange: true),
    Shape(
      kind: "Percent(fraction: 0...3)", values: ["0%", "0.001%", "19%"], hasRange: true),
    Shape(kind: "Boolean", values: ["true", "false"]),
    Shape(
      kind: "Choice(b, `two words`, a, \"nil\")", values: ["a", "b", "\"two words\"", "\"nil\""]),
    Shape(
      kind: "Date", values: ["2026-11-21", "0001-01-01", "9999-12-31", "today"], hasRange: true),
    Shape(
      kind: "DateTime", values: ["2026-11-21T10:00:00Z", "1999-12-31T23:59:59.999Z", "now"],
      hasRange: true),
    Shape(kind: "Time", values: ["00:00", "08:30", "23:59:59"], hasRange: true),
    Shape(kind: "Duration", values: ["00:00", "37:15:00", "00:00:01"], hasRange: true),
    Shape(kind: "Month", values: ["2026-11", "0001-01"], hasRange: true),
    Shape(kind: "Hex", values: ["\"ff\"", "\"0\""]),
    Shape(kind: "Hex(6)", values: ["\"ff00aa\"", "\"123\""]),
    Shape(kind: "Mask(\"+1 (000) \\\"AA\\\"\")", values: ["\"+1 (555) \\\"XY\\\"\""]),
    Shape(kind: "Email", values: ["\"ann@example.org\"", "\"b@b.example\""], clauses: ["unique"]),
    Shape(kind: "Url", values: ["\"https://example.org/a?b=c;d#e\""]),
    Shape(kind: "IBAN", values: ["\"DE89370400440532013000\""]),
    Shape(kind: "Phone", values: ["\"+4915112345678\""]),
    Shape(kind: "Phone(+49)", values: ["\"0151 12345678\"", "\"+44 20 7946 0018\""]),
    Shape(
      kind: "Tag", values: ["Tag/1", "Tag[b]"],
      clauses: ["on delete cascade", "on delete refuse", "on delete clear"]),
    Shape(kind: "[Text]", values: ["[]", "[a, \"b, c\"]"], isList: true),
    Shape(kind: "[Double]", values: ["[]", "[0.00001, 100000000000000000]"], isList: true),
    Shape(kind: "[Date]", values: ["[]", "[2026-11-21]"], isList: true),
  ]

  private static let names = [
    "a", "b", "key", "`e f`", "in", "`ü``x`", "Zoë", "n1", "nil_", "`true`",
  ]
  private static let computations = [
    "Integer? := (id * 2)", "Text := ('x' || id)", "Double := (id / 100000000.0)",
    "Double? := (id * 1e-7)", "Boolean := (id % 2 = 0)",
  ]

  private struct Run {
    var random: Seeded
    /// Valid values of the type's properties.
    var values: [String: [String]] = [:]

    mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

    mutating func property(_ name: String) -> String {
      if chance(8) { return "\(name): \(pick(computations))" }
      let shape = pick(shapes)
      values[name] = shape.values + (shape.isList ? [] : ["nil"])
      var parts = ["\(name): \(shape.kind)" + (!shape.isList && chance(50) ? "?" : "")]
      var clauses: [String] = []
      if shape.hasRange, chance(50) {
        let (lower, upper) = (pick(shape.values), pick(shape.values))
        clauses.append("in " + pick(["\(lower)...", "...\(upper)", "\(lower)...\(upper)"]))
      }
      if !shape.clauses.isEmpty, chance(40) { clauses.append(pick(shape.clauses)) }
      if !shape.clauses.isEmpty, chance(20) { clauses.append(pick(shape.clauses)) }
      if chance(40) { clauses.append("= \(pick(shape.values))") }
      parts += clauses.shuffled(using: &random)
      return parts.joined(separator: " ")
    }

    /// Most commands are refused, which does not matter here.
    mutating func command() -> String {
      switch random.below(10) {
      case 0..<2:
        let names = names.shuffled(using: &random).prefix(1 + random.below(3))
        return "define T { \(names.map { property($0) }.joined(separator: ", ")) }"
      case 2..<5:
        let name = pick(names)
        return "alter T { \(pick(["add", "add", "change"])) \(property(name)) }"
      case 5: return "alter T { \(pick(["drop", "rename \(pick(names)) to"])) \(pick(names)) }"
      default:
        let given = values.keys.sorted().filter { _ in chance(60) }
        return "new T " + given.map { "\($0)=\(pick(values[$0] ?? []))" }.joined(separator: " ")
      }
    }
  }

  private static let state = "schema; list Tag; list T; describe T"

  @Test(arguments: 0..<(Seeded.isLong ? 100 : 8))
  func whateverIsDefinedIsReadBack(number: Int) throws {
    var run = Run(random: Seeded(stream: number))
    let outsider = try Outsider()
    var talk = try Conversation(
      "define Tag { word: Text key }; new Tag word=a; new Tag word=b", database: outsider.path)
    for _ in 0..<(Seeded.isLong ? 10 : 4) {
      var commands: [String] = []
      for _ in 0..<12 {
        let command = run.command()
        if !talk.tell(command).contains(where: { $0.hasPrefix("error") }) {
          commands.append(command)
        }
      }
      let state = talk.tell(Self.state)
      let comment: Comment = "seed \(Seeded.seed), \(number): \(commands)"
      talk = try Conversation("", database: outsider.path)
      expectEqual(talk.tell(Self.state), state, comment)
      expectEqual(talk.tell("check"), [], comment)
      for script in ["dump --reveal", "history --script --reveal"] {
        let copy = try Conversation(talk.tell(script).joined(separator: "\n"))
        expectEqual(copy.tell(Self.state), state, "\(script), \(comment)")
      }
    }
  }

  @Test(arguments: [
    "= 0.00001", "in 0.00001...1", "in ...100000000000000000 = -100000000000000000",
    "in -0.0000000000000000000000000000000000001...",
  ])
  func aNumberIsKeptWithAllItsDigits(clauses: String) throws {
    let outsider = try Outsider()
    let first = try Conversation(
      "define T { x: Double? \(clauses) }\nnew T", database: outsider.path)
    let state = first.tell(Self.state.replacing("list Tag; ", with: ""))
    #expect(!state.contains { $0.contains("e-") || $0.contains("e+") })
    let second = try Conversation("", database: outsider.path)
    expectEqual(second.tell(Self.state.replacing("list Tag; ", with: "")), state)
  }

  /// Earlier versions wrote such numbers, and then could not open the file.
  @Test func aNumberThatWasKeptWithAnExponentIsRead() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      "define T { x: Double? in 0.00001...1 = 0.00002 }\nnew T x=1", database: outsider.path)
    try outsider.run(
      "UPDATE wb_def SET new = 'x: Double? in 1e-05...1.0 = 2E-05' WHERE new GLOB 'x:*'")
    let talk = try Conversation("", database: outsider.path)
    #expect(talk.tell("describe T").contains { $0.contains("in 0.00001...1.0 = 0.00002") })
    talk.tell("alter T { change x: Double? in 0.00001...2 }")
    #expect(talk.tell("new T; undo 2; check").allSatisfy { !$0.hasPrefix("error") })
  }

  /// The result of an expression can have any size.
  @Test(arguments: ["1e300", "-1.5e300", "1e-300", "123456789.125e-20", "1e16", "-5e-5"])
  func aValueIsWrittenAsACommandReadsIt(number: String) throws {
    let talk = try Conversation(
      "define T { x: Double?, all: [Double] }\nnew T x=(\(number)) all=[0.00001]")
    talk.tell("set T/1.x 1; set T/1.x (\(number))")
    for script in ["dump", "history --script"] {
      let copy = try Conversation(talk.tell(script).joined(separator: "\n"))
      expectEqual(copy.tell("get T/1.x"), talk.tell("get T/1.x"))
      expectEqual(copy.tell("count T where x = \(number)"), ["1"])
    }
  }
}

import TestSupport
import ValuesTests

/// Records of two types with properties of all kinds, for the interpreter.
struct World {
  struct Column {
    var name: String
    var sort: Sort
    var kind: String
    var digits = (integer: 0, fraction: 0)
  }

  static let hoursAhead = 2
  static let choices = ["pear", "apple", "fig"]
  private static let choice = "Choice(pear, apple, fig)?"
  private static func decimal(_ name: String, _ integer: Int, _ fraction: Int) -> Column {
    Column(
      name: name, sort: .decimal, kind: "Decimal(integer: \(integer), fraction: \(fraction))?",
      digits: (integer, fraction))
  }

  static let columns: [String: [Column]] = [
    "T": [
      .init(name: "i", sort: .whole, kind: "Integer?"),
      .init(name: "j", sort: .whole, kind: "Integer?"),
      decimal("p", 8, 2), decimal("q", 3, 6), decimal("z", 20, 10),
      .init(name: "b", sort: .truth, kind: "Boolean?"),
      .init(name: "u", sort: .text, kind: "Text?"), .init(name: "v", sort: .text, kind: "Text?"),
      .init(name: "day", sort: .day, kind: "Date?"), .init(name: "due", sort: .day, kind: "Date?"),
      .init(name: "at", sort: .moment, kind: "DateTime?"),
      .init(name: "seen", sort: .moment, kind: "DateTime?"),
      .init(name: "from", sort: .time, kind: "Time?"),
      .init(name: "ends", sort: .time, kind: "Time(seconds)?"),
      .init(name: "len", sort: .span, kind: "Duration?"),
      .init(name: "spent", sort: .span, kind: "Duration(seconds)?"),
      .init(name: "mon", sort: .month, kind: "Month?"),
      .init(name: "c", sort: .choice, kind: choice), .init(name: "d", sort: .choice, kind: choice),
      .init(name: "hex", sort: .hex, kind: "Hex(6)?"),
      .init(name: "iban", sort: .iban, kind: "IBAN?"),
      .init(name: "phone", sort: .phone, kind: "Phone?"),
      .init(name: "mail", sort: .mail, kind: "Email?"),
      .init(name: "card", sort: .card, kind: "Card?"),
      .init(name: "boss", sort: .record, kind: "T?"),
      .init(name: "pal", sort: .record, kind: "T?"),
    ],
    // Some names are also in the other type, which an aggregate's condition sees first.
    "R": [
      .init(name: "i", sort: .whole, kind: "Integer?"),
      .init(name: "k", sort: .whole, kind: "Integer?"), decimal("p", 4, 2), decimal("w", 1, 9),
      .init(name: "u", sort: .text, kind: "Text?"),
      .init(name: "spent", sort: .span, kind: "Duration(seconds)?"),
      .init(name: "day", sort: .day, kind: "Date?"),
      .init(name: "c", sort: .choice, kind: choice),
      .init(name: "boss", sort: .record, kind: "T?"),
    ],
  ]

  static func column(_ name: String, of type: String) -> Column? {
    columns[type]?.first { $0.name == name }
  }

  /// By type, record and name; missing values are nil.
  private(set) var rows: [String: [[String: Answer]]] = ["T": [], "R": []]
  /// The records of R in the list `rs` of each T.
  private(set) var lists: [[Int]] = []

  subscript(type: String, record: Int, name: String) -> Answer {
    get { rows[type]?[record][name] ?? .null }
    set { rows[type]?[record][name] = newValue }
  }

  func count(_ type: String) -> Int { rows[type]?.count ?? 0 }

  // MARK: Making one

  private(set) var script: [String] = []

  init(_ random: inout Seeded) {
    for type in ["R", "T"] {
      let properties = Self.columns[type]?.map { "\($0.name): \($0.kind)" } ?? []
      let list = type == "T" ? ["rs: [R] owned"] : []
      script.append("define \(type) { \((properties + list).joined(separator: ", ")) }")
    }
    for _ in 0..<5 { add("T", in: nil, &random) }
    for _ in 0..<7 { add("R", in: random.below(4) > 0 ? random.below(5) : nil, &random) }
  }

  private mutating func add(_ type: String, in owner: Int?, _ random: inout Seeded) {
    let number = count(type)
    rows[type]?.append([:])
    if type == "T" { lists.append([]) }
    if let owner { lists[owner].append(number) }
    var values = ""
    for column in Self.columns[type] ?? [] where random.below(6) > 0 {
      // Later records cannot be referred to yet.
      if column.sort == .record, count("T") == 1 { continue }
      let most = type == "T" ? number : count("T")
      let value =
        column.sort == .record
        ? Answer.whole(random.below(most)) : Self.value(column, &random)
      self[type, number, column.name] = value
      values += " \(column.name)=\(Self.written(value, column.sort))"
    }
    script.append(owner.map { "append T/\($0 + 1).rs new R\(values)" } ?? "new \(type)\(values)")
  }

  // MARK: Values

  static let texts = [
    "a", "A", "ä", "Ä", "b", "B", "ab", "Abc", "Äpfel", "Zebra", "zoo", "é", "e", "straße",
    "STRASSE", "Straßf", "10", "2", "-", "\u{1F642}", "\u{FF41}b",
  ]
  static let forms: [Sort: [(kept: String, others: [String])]] = [
    .hex: [
      ("FF00AA", ["ff00aa", "Ff00aA"]), ("00ABCD", ["00abcd"]), ("123456", []),
    ],
    .iban: [
      ("DE89370400440532013000", ["DE89 3704 0044 0532 0130 00"]),
      ("GB29NWBK60161331926819", ["GB29 NWBK 6016 1331 9268 19"]),
    ],
    .phone: [
      ("+493012345678", ["+49 30 12345678", "+49 (30) 123456-78"]),
      ("+12125550123", ["+1 212 555 0123"]),
    ],
    .mail: [
      ("ann@example.com", ["ann@EXAMPLE.com", "ann@Example.COM"]), ("Bob@b.org", ["Bob@B.ORG"]),
    ],
    .card: [
      ("4111111111111111", ["4111 1111 1111 1111"]), ("5555555555554444", ["5555 5555 5555 4444"]),
    ],
  ]

  static func decimal(_ integer: Int, _ fraction: Int, _ random: inout Seeded) -> String {
    func digits(_ most: Int) -> String {
      switch random.below(8) {
      case 0: String(repeating: "9", count: most)
      case 1: "5" + String(repeating: "0", count: most - 1)
      default:
        String((0..<max(1, random.below(most + 1))).map { _ in Character("\(random.below(10))") })
      }
    }
    return (random.below(3) == 0 ? "-" : "") + digits(integer) + "." + digits(fraction)
  }

  private static func value(_ column: Column, _ random: inout Seeded) -> Answer {
    guard column.sort == .decimal else { return value(column.sort, &random, column.kind) }
    return .decimal(
      SchoolDecimal(decimal(column.digits.integer, column.digits.fraction, &random)))
  }

  static func value(_ sort: Sort, _ random: inout Seeded, _ kind: String = "") -> Answer {
    let edges = [
      Int.max, .min, .max - 1, 1 << 53 + 1, 999_999_999_999_999, 1_000_000_000_000_000, 1 << 62,
    ]
    let hasSeconds = kind.isEmpty || kind.contains("seconds")
    let unit = hasSeconds ? 1 : 60
    switch sort {
    case .whole:
      return .whole(
        random.below(12) == 0 ? edges[random.below(edges.count)] : random.below(25) - 8)
    case .decimal:
      return .decimal(
        SchoolDecimal(decimal(1 + random.below(18), 1 + random.below(12), &random)))
    case .text: return .text(texts[random.below(texts.count)])
    case .truth: return .truth(random.below(2) == 0)
    case .day: return .whole(day(&random))
    case .moment:
      let rest = random.below(3) == 0 ? 0 : random.below(86_400) * 1000
      return .whole(day(&random) * Days.millisecondsPerDay + rest)
    case .time:
      let seconds = random.below(4) == 0 ? 10 * 3600 : random.below(86_400)
      return .whole(seconds / unit * unit)
    case .span:
      let most = [60, 7_200, 200_000, 4_000_000_000][random.below(4)]
      return .whole((random.below(most) - most / 4) / unit * unit)
    case .month: return .whole(12 * 2023 + random.below(15))
    case .choice: return .whole(random.below(choices.count))
    case .record: return .whole(random.below(5))
    case .hex, .iban, .phone, .mail, .card:
      let list = forms[sort] ?? []
      return .text(list[random.below(list.count)].kept)
    case .fraction: return .null
    }
  }

  private static func day(_ random: inout Seeded) -> Int {
    switch random.below(8) {
    case 0: random.below(Days.all.count)
    case 1:
      [Days.number(2024, 2, 29), Days.number(2024, 1, 31), Days.number(1900, 3, 1)][
        random.below(3)]
    default: Days.number(2024, 1, 1) + random.below(70)
    }
  }

  static func written(_ value: Answer, _ sort: Sort) -> String {
    switch sort {
    case .time, .span, .month: "\"\(value.text(sort))\""
    case .text, .choice, .hex, .iban, .phone, .mail, .card:
      "\"\(value.text(sort).dropFirst().dropLast())\""
    default: value.text(sort)
    }
  }
}

import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ComparisonKindTests {
  private static let masks = [try? TextMask("AA-00")].compactMap {
    $0.map { (name: "a", family: "text", kind: PropertyKind.mask($0)) }
  }

  private static let kinds: [(name: String, family: String, kind: PropertyKind)] =
    masks + [
      ("i", "number", .integer),
      ("m", "number", .decimal(integerDigits: 5, fractionDigits: 2...2)),
      ("l", "number", .decimal(integerDigits: 30, fractionDigits: 2...2)),
      ("x", "number", .double),
      ("p", "number", .percent(integerDigits: 3, fractionDigits: 0...1)),
      ("b", "boolean", .boolean), ("t", "text", .text), ("u", "text", .url),
      ("c", "text", .choice(["red", "green"])), ("h", "text", .hex(digits: 2)),
      ("d", "date", .date), ("s", "moment", .dateTime), ("f", "time", .time(hasSeconds: false)),
      ("w", "duration", .duration(hasSeconds: false)), ("o", "month", .month),
      ("r", "Thing", .reference(to: "Thing")), ("q", "Other", .reference(to: "Other")),
      ("k", "text", .card), ("e", "text", .email), ("g", "text", .iban),
      ("n", "text", .phone(country: "+49")),
      ("y", "list", .list(of: .integer)), ("z", "list", .list(of: .text)),
    ]

  private static func store() throws -> Store {
    let thing = try RecordType(
      "Thing",
      kinds.map { Property($0.name, $0.kind, isOptional: !$0.kind.isList) }
        + kinds.filter { isItem($0.kind) }.map { Property("list_\($0.name)", .list(of: $0.kind)) }
        + [Property("v", .records(of: "Thing"), listRole: .owns)])
    let other = try RecordType("Other", [Property("name", .text, isKey: true)])
    let store = try openStore(.memory, definitions: DeclaredTypes([thing, other]), clock: { 0 })
    try store.write(TransactionEntry(.schema)) { tx in
      try tx.define(other)
      try tx.define(thing)
    }
    return store
  }

  private static func isItem(_ kind: PropertyKind) -> Bool {
    if case .reference = kind { return false }
    return !kind.isList
  }

  private func isTaken(_ text: String, _ store: Store) -> Bool {
    failure { _ = try store.queries.compile(expression(text), for: "Thing") } == nil
  }

  @Test func onlyValuesOfOneFamilyAreCompared() throws {
    let store = try Self.store()
    for (left, family, _) in Self.kinds {
      for (right, other, _) in Self.kinds {
        let isAlike = family == other
        // A date is compared as the start of its day.
        let isOrdered = isAlike || Set([family, other]) == ["date", "moment"]
        for symbol in ["=", "<>", "==", "!=", "is", "is not", "is distinct from"] {
          expectEqual(
            isTaken("\(left) \(symbol) \(right)", store), isAlike, "\(left) \(symbol) \(right)")
        }
        for symbol in ["<", "<=", ">", ">="] {
          expectEqual(
            isTaken("\(left) \(symbol) \(right)", store), isOrdered, "\(left) \(symbol) \(right)")
        }
        expectEqual(isTaken("\(left) in (\(right))", store), isAlike, "\(left) in \(right)")
        expectEqual(isTaken("\(left) between \(right) and \(right)", store), isOrdered)
        expectEqual(isTaken("case \(left) when \(right) then 1 end", store), isAlike)
        expectEqual(
          isTaken("min(\(left), \(right)) is nil", store), isOrdered, "min(\(left), \(right))")
        expectEqual(isTaken("nullif(\(left), \(right)) is nil", store), isOrdered)
        let isChoosable = isAlike || family == "text" || other == "text"
        expectEqual(
          isTaken("coalesce(\(left), \(right)) is nil", store), isChoosable, "\(left) \(right)")
      }
    }
  }

  @Test func aListIsAskedForItemsOfItsFamilyOnly() throws {
    let store = try Self.store()
    for (left, family, _) in Self.kinds {
      for (right, other, kind) in Self.kinds where Self.isItem(kind) {
        // Long Decimals are texts, which SQLite would not compare as numbers.
        let isTaken = family == other && left != "l" && right != "l"
        let text = "\(left) in list_\(right)"
        expectEqual(self.isTaken(text, store), isTaken, "\(text)")
      }
    }
  }

  @Test func sumsAreOfNumbersAndOfTimeOnly() throws {
    let store = try Self.store()
    for (left, first, _) in Self.kinds {
      for (right, second, _) in Self.kinds {
        let sums: Set<[String]> = [
          ["number", "number"], ["moment", "duration"], ["duration", "duration"],
        ]
        let differences: Set<[String]> = [
          ["date", "date"], ["time", "time"], ["moment", "moment"],
        ]
        // Whole days can be added to a date.
        let isDays = first == "date" && right == "i"
        let isSum = sums.contains([first, second]) || isDays
        expectEqual(isTaken("\(left) + \(right) is nil", store), isSum, "\(left) + \(right)")
        let isDifference = isSum || differences.contains([first, second])
        expectEqual(isTaken("\(left) - \(right) is nil", store), isDifference, "\(left) - \(right)")
        let isProduct =
          [first, second] == ["number", "number"]
          || Set([first, second]) == ["number", "duration"]
        expectEqual(isTaken("\(left) * \(right) is nil", store), isProduct, "\(left) * \(right)")
        let isText = !["Thing", "Other"].contains(first) && !["Thing", "Other"].contains(second)
        expectEqual(isTaken("\(left) || \(right) is nil", store), isText, "\(left) || \(right)")
      }
    }
  }

  @Test func aListOfRecordsIsComparedWithNothing() throws {
    let store = try Self.store()
    #expect(Self.kinds.contains { $0.name == "a" })
    for (name, _, _) in Self.kinds {
      for text in ["v = \(name)", "\(name) < v", "\(name) in (v)", "v + \(name) is nil"] {
        #expect(!isTaken(text, store), "\(text)")
      }
    }
    #expect(isTaken("r in v and count(v) > 1", store))
  }

  @Test func whatAFunctionReturnsHasItsKind() throws {
    let store = try Self.store()
    let calls = [
      ("text", "substr(t, 1)"), ("text", "strftime('%Y', d)"), ("number", "length(t)"),
      ("number", "sqrt(i)"), ("date", "date(s)"), ("moment", "datetime(s, '+1 day')"),
      ("time", "time(s)"), ("number", "round(l, 1)"), ("duration", "coalesce(w, '0:30')"),
      ("text", "coalesce(c, 'red')"), ("Thing", "iif(b, r, nil)"),
    ]
    for (family, call) in calls {
      for (name, other, _) in Self.kinds {
        expectEqual(isTaken("\(name) = \(call)", store), (family == other), "\(name) = \(call)")
      }
    }
    #expect(isTaken("b = regexp('a', t)", store) && !isTaken("t = regexp('a', t)", store))
    for (name, _, _) in Self.kinds { #expect(isTaken("\(name) = json_extract(t, '$')", store)) }
  }

  @Test(arguments: [
    ("d < 'today'", 2, "today"), ("b = 1", 2, "write true"), ("1 = b", 0, "write true"),
    ("i = '5'", 2, "write numbers without quotation marks: 5"),
    ("t = 5", 2, "write texts in quotation marks: \"5\""), ("q = 3", 2, "write Other[\"3\"]"),
    ("q = 'Ann'", 2, "write records as Other[\"Ann\"]"),
    ("s = d", 2, "date(s) is the day without the time"), ("t + t is nil", 0, "join texts with ||"),
    ("5 + d is nil", 2, "write the date first, as in d + 7"),
    ("d + '1 month' is nil", 2, nil), ("b + 1 is nil", 0, "iif(b, 1, 0) is a number"),
    ("w > 3", 2, "write durations as \"37:15\""), ("y = -5", 2, "write -5 in y"),
  ])
  func theHintSaysWhatWasLikelyMeant(text: String, token: Int, hint: String?) throws {
    let store = try Self.store()
    let error = failure { _ = try store.queries.compile(expression(text), for: "Thing") }
    expectEqual(error?.token, token)
    expectEqual(error?.hint, hint)
  }

  @Test func aMisspelledChoiceHasItsNamesAsCandidates() throws {
    let store = try Self.store()
    for text in [
      "c = 'gren'", "c in ('red', 'gren')", "'gren' <> c", "case c when 'gren' then 1 end",
    ] {
      let error = failure { _ = try store.queries.compile(expression(text), for: "Thing") }
      expectEqual(error?.candidates, ["red", "green"], "\(text)")
    }
    #expect(isTaken("c like 'g%' and c || '!' <> 'x'", store))
  }
}

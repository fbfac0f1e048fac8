import Replies
import Session
import TestSupport
import Testing

/// Open edits survive changes of the type by another session, and are never stored in another
/// property.
///
/// Each typed value contains the number of its property, which identifies the property under any
/// name.
@Suite struct EditingRandomTests {
  private final class Run {
    struct Field {
      var property: Int
      var typed: (value: String, start: String)?
    }

    let comment: Comment
    private let outsider: Outsider
    private let talk: Conversation
    private let other: Conversation
    private var random: Seeded
    private var fields: [String: Field] = [:]
    private var labels: [String: Int] = [:]
    /// `pending` are the values in the form; `gone` are the properties dropped since they were
    /// edited.
    private var pending: [Int: String] = [:]
    private var gone: Set<Int> = []
    /// The last accepted value of each property.
    private var accepted: [Int: String] = [:]
    /// Texts typed since, which the end of another edit may have stored.
    private var starts: [Int: Set<String>] = [:]
    private var count = 0
    private(set) var outcomes: [String: Int] = [:]

    init(seed: UInt64) throws {
      comment = "seed \(seed)"
      random = Seeded(seed: seed)
      outsider = try Outsider()
      talk = try Conversation(
        """
        define Member { name: Text key, a: Integer?, b: Integer?, c: Integer?, d: Integer? }
        let ann = new Member name=Ann
        form e on ann
        screen Sheet for Member { label n on name; field r on a }
        """, database: outsider.path)
      other = try Conversation(database: outsider.path, actor: "bob")
    }

    private func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

    /// Without the key.
    private func properties() throws -> [Int: String] {
      let rows = try outsider.texts(
        """
        SELECT id || ' ' || name FROM wb_prop
        WHERE dropped_tx IS NULL AND name NOT IN ('', 'name') ORDER BY id
        """)
      return Dictionary(
        uniqueKeysWithValues: rows.map { row in
          let words = row.split(separator: " ")
          return (Int(words[0]) ?? 0, String(words[1]))
        })
    }

    private func value(of name: String) -> String {
      let text = other.tell("get Member/1.\(name)").first ?? ""
      return text.split(separator: ".").first.map(String.init) ?? text
    }

    private func newValue(for property: Int) -> String {
      count += 1
      return "\(1_000_000 + property * 1000 + count % 1000)"
    }

    private func accept(_ value: String, of property: Int) {
      accepted[property] = value
      starts[property] = nil
    }

    private func note(_ outcome: String) { outcomes[outcome, default: 0] += 1 }

    // MARK: The other session

    func alter() throws {
      let names = try properties().sorted { $0.key < $1.key }.map(\.value)
      let name = pick(names)
      let another = pick(names)
      let free = pick("abcdefghijklm".map(String.init).filter { !names.contains($0) })
      let steps: String
      switch random.below(10) {
      case 0, 1: steps = "rename \(name) to \(free)"
      case 2, 3:
        steps =
          name == another
          ? "add \(free): Integer?"
          : "rename \(name) to free; rename \(another) to \(name); rename free to \(another)"
      case 4: steps = names.count > 3 ? "drop \(name)" : "add \(free): Integer?"
      case 5: steps = names.count > 5 ? "drop \(name)" : "drop \(name); add \(name): Integer?"
      case 6: steps = "change \(name): Decimal(integer: 8, fraction: 2)?"
      case 7: steps = "change \(name): Integer?"
      default: steps = ""
      }
      let command =
        steps.isEmpty
        ? pick(["undo", "redo", "undo", "drop screen Sheet"]) : "alter Member { \(steps) }"
      let said = other.tell(command)
      note(said.contains { $0.hasPrefix("error") } ? "refused" : command.prefix(5).description)
      let alive = Set(try properties().keys)
      gone.formUnion(fields.values.map(\.property).filter { !alive.contains($0) })
      gone.formUnion(pending.keys.filter { !alive.contains($0) })
      for property in accepted.keys where !alive.contains(property) { accepted[property] = nil }
    }

    // MARK: Fields and labels

    func make() throws {
      let (property, name) = pick(try properties().sorted { $0.key < $1.key })
      count += 1
      if random.below(3) == 0 {
        talk.tell("label l\(count) on ann.\(name)")
        labels["l\(count)"] = property
      } else if !gone.contains(property) {
        talk.tell("field f\(count) on ann.\(name)")
        fields["f\(count)"] = Field(property: property)
      }
    }

    func type() throws {
      guard !fields.isEmpty else { return }
      let (name, field) = pick(fields.sorted { $0.key < $1.key })
      guard let (value, start) = field.typed else {
        let value = newValue(for: field.property)
        let start = String(value.prefix(4 + random.below(3)))
        let said = talk.tell("type \(name) \"<All>\(start)\"")
        try take(said, of: name, field)
        if said.contains(where: { $0.hasPrefix("\(name): \"\(start)\"") }) {
          fields[name]?.typed = (value, start)
          starts[field.property, default: []].insert(start)
        }
        return
      }
      // Another edit of the record has ended, and stored this one too.
      let goesOn = talk.tell("type \(name) \"\"").last?.hasSuffix(" (editing)") == true
      let keys = goesOn ? String(value.dropFirst(start.count)) : "<All>\(value)"
      let said = talk.tell("type \(name) \"\(keys)<Return>\"")
      try take(said, of: name, field)
      guard let line = said.first(where: { $0.hasPrefix("\(name): ") }),
        !line.hasSuffix("(editing)")
      else { return }
      fields[name]?.typed = nil
      let present = try #require(try properties()[field.property], comment)
      #expect(line.contains("\"\(value)") && line.contains(".\(present) = "), comment)
      accept(value, of: field.property)
      note("field")
    }

    private func take(_ said: [String], of name: String, _ field: Field) throws {
      for line in said where line.hasPrefix("error") {
        if line.contains("any more") || line.contains("there is no field or form") {
          #expect(gone.contains(field.property), "\(line), \(comment)")
          fields[name] = nil
          note("lost")
        } else {
          #expect(
            line.contains("finish the form e first") || line.contains("is being edited")
              || line.contains("Return keeps yours") || line.contains("is incomplete"),
            "\(line), \(comment)")
        }
      }
    }

    // MARK: The form

    private func focus() throws -> Int? {
      let line = talk.tell("type e \"\"").last ?? ""
      guard let match = line.firstMatch(of: #/^e\.(\w+): /#) else { return nil }
      return try properties().first { $0.value == match.1 }?.key
    }

    func typeInForm() throws {
      guard let property = try focus(), !fields.values.contains(where: { $0.property == property })
      else {
        take(talk.tell("type e \"<Tab>\""))
        return try endForm()
      }
      let value = newValue(for: property)
      let start = String(value.prefix(4))
      gone.remove(property)
      let said = talk.tell("type e \"<All>\(start)\"")
      take(said)
      guard said.contains(where: { $0.contains("\"\(start)\"") }) else { return }
      pending[property] = value
      if random.below(2) == 0 { try alter() }
      // A lost edit of another property refuses all keys once.
      for _ in 0..<9 {
        let said = talk.tell("type e \"\(value.dropFirst(4))<Tab>\"")
        take(said)
        if gone.contains(property) || !said.contains(where: { $0.hasPrefix("error") }) { break }
      }
      if random.below(4) == 0 { try endForm() } else if !isFormOpen { formEnded() }
    }

    private var isFormOpen: Bool { talk.openWork == "The unfinished edit of e" }

    private func take(_ said: [String]) {
      for line in said where line.hasPrefix("error") {
        #expect(
          line.contains("any more") || line.contains("no field that accepts keys")
            || line.contains("is incomplete") || line.contains("is being edited"),
          "\(line), \(comment)")
        note("loss in form")
      }
    }

    private func endForm() throws {
      for _ in 0..<20 where isFormOpen { take(talk.tell("type e \"<Return>\"")) }
      #expect(!isFormOpen, comment)
      formEnded()
    }

    private func formEnded() {
      for (property, value) in pending where !gone.contains(property) {
        accept(value, of: property)
        note("form")
      }
      pending = [:]
    }

    // MARK: What holds

    func check() throws {
      let alive = try properties()
      for (property, name) in alive {
        let value = value(of: name)
        if let last = accepted[property], starts[property]?.contains(value) != true {
          expectEqual(value, last, "\(name), \(comment)")
        }
        #expect(
          value == "nil" || value.hasPrefix("\(1000 + property)"), "\(name) is \(value), \(comment)"
        )
      }
      for line in talk.tell("interactors") {
        let cells = line.split(separator: "|").map(String.init)
        guard let property = labels[cells[0]] ?? fields[cells[0]]?.property,
          let name = cells[2].split(separator: ".").last
        else { continue }
        if fields[cells[0]]?.typed != nil, gone.contains(property) { continue }
        expectEqual(alive[property], String(name), "\(line), \(comment)")
      }
    }

    func end() throws {
      try endForm()
      try check()
      expectEqual(other.tell("check"), [], comment)
    }
  }

  @Test(arguments: 0..<(Seeded.isLong ? 200 : 8))
  func whatIsTypedGoesWhereItWasMeantTo(number: Int) throws {
    let run = try Run(seed: Seeded.seed &+ UInt64(number))
    var random = Seeded(stream: number)
    for _ in 0..<80 {
      switch random.below(8) {
      case 0, 1: try run.alter()
      case 2: try run.make()
      case 3, 4: try run.type()
      case 5, 6: try run.typeInForm()
      default: try run.check()
      }
    }
    try run.end()
    #expect(run.outcomes["alter", default: 0] > 0, run.comment)
  }
}

import CommandLanguage
import Session

#if canImport(TestSupport)
  import TestSupport
#endif

/// Properties that hold for arbitrary bytes wherever a text is read: as commands, rows, an
/// expression, keys, a template, a definition, a value, a file to propose a type for, or a choice
/// of commands.
///
/// A coverage-guided fuzzer can call it.
enum SessionWalk: String, CaseIterable, Sendable {
  case commands, rows, documents, sheets, expression, keys, template, choices, definitions, literals
  case proposals

  private static let definition = """
    define P {
      name: Text key, n: Integer = 0, on: Date?, fee: Decimal(integer: 4, fraction: 2) = 0
      tags: [Text]
    }
    """
  private static let world =
    definition + """

      new P name=a n=1 tags=[x]; new P name=b n=2 on=2026-11-21; let a = P["a"]
      field n on a.n; field fee on a.fee; field name on a.name; field on on a.on
      """
  private static let list = "list P order by id"

  /// The broken property, or nil.
  func failure(in bytes: [UInt8]) throws -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .commands: return reading(text)
    case .rows: return try importing(text, as: "csv")
    case .documents: return try importing(text, as: "json")
    case .sheets: return try importing(sheet: bytes)
    case .expression:
      return try failure { talk in
        let before = talk.tell("\(Self.list); log; schema")
        for command in ["echo (\(text))", "list P where \(text)", "list P \(text)"]
        where Self.isOne(command) {
          talk.tell(command)
        }
        return talk.tell("\(Self.list); log; schema") == before
          ? nil : "the store has changed"
      }
    case .keys:
      return try failure { talk in
        let keys = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
          .replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\0", with: "")
        for field in ["n", "fee", "name", "on"] {
          talk.tell("type \(field) \"\(keys)\"")
        }
        return nil
      }
    case .template:
      return try failure { talk in
        talk.files = ["a.mustache": text]
        talk.tell("formatter line for P from a.mustache; show a with line")
        return nil
      }
    case .definitions: return try defining(text)
    case .literals:
      // The first byte selects the kind.
      guard let first = bytes.first else { return nil }
      let kind = LiteralWalk.kinds[Int(first) % LiteralWalk.kinds.count]
      let value = String(decoding: bytes.dropFirst(), as: UTF8.self)
      return value.isEmpty ? nil : try LiteralWalk.failures(kind, [value]).first
    case .proposals:
      return try failure { talk in
        talk.files = ["a.csv": text]
        let told = talk.tell("import a.csv --infer as Q").filter { !$0.hasPrefix("notice") }
        let isDone = !told.contains { $0.hasPrefix("error") || $0.contains(" will be rejected") }
        guard isDone, told.contains("define Q {") else { return nil }
        let done = talk.tell(told.joined(separator: "\n"))
        return done.last?.contains("created") == true ? nil : "\(told) comes to \(done)"
      }
    case .choices:
      return try failure { talk in
        var model = Model()
        for byte in bytes.prefix(60) {
          if let failure = model.step(byte, talk) { return failure }
        }
        return nil
      }
    }
  }

  /// Imported records are the same in another store.
  private func importing(_ text: String, as format: String) throws -> String? {
    try failure { talk in
      talk.files = ["a.\(format)": text]
      talk.tell("import a.\(format) into P")
      talk.tell("export P to b.\(format)")
      let other = try Conversation(Self.definition)
      other.files = talk.files
      other.tell("import b.\(format) into P")
      let (listed, again) = (talk.tell(Self.list), other.tell(Self.list))
      return listed == again ? nil : "\(listed) came back as \(again)"
    }
  }

  /// The first byte selects the part of the file that the others replace; 0 is the whole file.
  private func importing(sheet bytes: [UInt8]) throws -> String? {
    guard let first = bytes.first else { return nil }
    var book = TestWorkbook(
      """
      <row><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>n</t></is></c></row>
      <row><c t="s"><v>0</v></c><c s="1"><v>1</v></c></row>
      """)
    (book.strings, book.formats) = (["<t>c</t>"], ["0.00"])
    var archive = book.archive
    var content = Array(bytes.dropFirst())
    let part = Int(first) % (archive.entries.count + 1)
    if part > 0 {
      archive.entries[part - 1].content = content
      content = archive.bytes
    }
    return try failure(files: ["a.xlsx": content]) { talk in
      talk.tell("import a.xlsx into P")
      talk.tell("import a.xlsx --infer as Q")
      return nil
    }
  }

  private func failure(
    files: [String: [UInt8]] = [:], _ body: (Conversation) throws -> String?
  ) throws -> String? {
    let talk = try Conversation(Self.world, binaries: files)
    if let failure = try body(talk) { return failure }
    let found = talk.tell("check")
    return found == [] ? nil : "a check finds \(found)"
  }

  /// Definitions in the file that are replaced by the text.
  private static let objects = [
    "prop:2", "rule:1", "formatter:1", "screen:1", "layout:1", "command:1",
  ]

  /// Defines a property by a text, then plants the text in a file: the printed schema must only
  /// define.
  private func defining(_ text: String) throws -> String? {
    let text = text.replacing("\0", with: "")
    let talk = try Conversation("define P { name: Text? }")
    talk.tell("define D {\n\(text)\n}\nput D; new D; list D; stats D; schema --json-schema")
    for object in Self.objects {
      let outsider = try Outsider()
      _ = try Conversation(
        """
        define P { name: Text? }
        rule P.named : name is not null
        formatter line for P "{{name}}"
        screen Sheet for P { title "{{name}}" }
        label count = (count(P)); save layout desk
        save command greet { echo hello }
        """, database: outsider.path)
      let kept = text.replacing("'", with: "''")
      try outsider.run("UPDATE wb_def SET new = '\(kept)' WHERE object = '\(object)'")
      // Opening an unreadable file is an error.
      guard let talk = try? Conversation("", database: outsider.path) else { continue }
      talk.tell("check; list P; open Sheet P/1; layout desk; greet; history --script")
      let copy = try Conversation()
      copy.tell(talk.tell("schema").joined(separator: "\n"))
      if copy.files != [:] { return "\(object): a definition has written a file" }
    }
    return nil
  }

  private static func isOne(_ text: String) -> Bool {
    var reader = CommandReader(Session.verbs)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      reader.append(line: String(line))
    }
    reader.finish()
    guard (try? reader.next()) != nil, let second = try? reader.next() else { return true }
    _ = second
    return false
  }

  /// Splits scalars, because CR LF is one character.
  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Every error lies within the text, and the text of every command is that command.
  private func reading(_ text: String) -> String? {
    var reader = CommandReader(Session.verbs)
    let lines = Self.lines(of: text)
    for line in lines { reader.append(line: line) }
    reader.finish()
    while true {
      do throws(SyntaxError) {
        guard let statement = try reader.next() else { return nil }
        var again = CommandReader(Session.verbs)
        for line in Self.lines(of: statement.text) { again.append(line: line) }
        again.finish()
        guard try again.next()?.text == statement.text else { return "read otherwise again" }
      } catch {
        let (start, end) = (error.span.start, error.span.end)
        guard start <= end, lines.indices.contains(start.line - 1), !error.message.isEmpty else {
          return "\(error) is not in the text"
        }
        return nil
      }
    }
  }
}

private struct Model {
  private var values = ["a": 1, "b": 2]
  private var undone: [[String: Int]] = []
  private var done: [[String: Int]] = []

  mutating func step(_ byte: UInt8, _ talk: Conversation) -> String? {
    let name = ["a", "b", "c", "d"][Int(byte >> 3) % 4]
    let number = Int(byte >> 5)
    var next = values
    let command: String
    switch byte % 8 {
    case 0:
      command = "new P name=\(name) n=\(number)"
      if values[name] == nil { next[name] = number }
    case 1, 2:
      command = "set P where name = \"\(name)\" : n=\(number)"
      if values[name] != nil { next[name] = number }
    case 3:
      command = "delete P where name = \"\(name)\""
      next[name] = nil
    case 4:
      command = "put P[\"\(name)\"] n=\(number)"
      next[name] = number
    case 5:
      command = "set P where n < 5 : n=(n + 1)"
      next = values.mapValues { $0 < 5 ? $0 + 1 : $0 }
    case 6:
      command = "undo"
      if let former = done.popLast() {
        undone.append(values)
        next = former
      } else {
        return nil
      }
    default:
      command = "redo"
      guard let later = undone.popLast() else { return nil }
      done.append(values)
      next = later
    }
    talk.tell(command)
    if byte % 8 < 6, next != values {
      done.append(values)
      undone = []
    }
    values = next
    let expected = values.sorted { $0.key < $1.key }.map { "\($0.key)|\($0.value)" }
    let listed = talk.tell("list P name, n order by name").map {
      String($0.drop { $0 != "|" }.dropFirst())
    }
    return listed == expected ? nil : "\(command): \(listed), not \(expected)"
  }
}

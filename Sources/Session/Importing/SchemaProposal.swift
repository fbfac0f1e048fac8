internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

/// Proposes the definition of a type for the rows of a file.
struct SchemaProposal {
  /// A property that is proposed.
  private struct Proposal {
    var name: String
    var column: String
    var kind: String
    var isOptional: Bool
    var clauses = ""
    /// What spoke against a narrower kind, or is to be looked at.
    var remarks: [String] = []
  }

  private let request: ImportRequest
  private let session: Session

  init(_ request: ImportRequest, _ session: Session) {
    (self.request, self.session) = (request, session)
  }

  func run() throws(Diagnostic) {
    let source = try ImportSource(
      request.file, table: request.table, request.options, in: session)
    if let name = request.type {
      try session.resolver.checkIsFree(name)
      if name.value.isNameOfKind || session.store.hasType(named: name.value) {
        throw Diagnostic(
          .name, "there is a type or kind \(name.value.asName) already", at: name.span)
      }
    }
    let (evidence, rows) = try read(source)
    guard rows > 0 else {
      throw Diagnostic(
        .value, "\(source.path) has no rows, from which a type could be proposed",
        at: request.file.span)
    }
    let name = typeName(source.path)
    var proposals: [Proposal] = []
    var hasKey = false
    for (column, evidence) in zip(source.reader.columns, evidence) {
      if [ImportedColumns.number, ImportedColumns.reasons].contains(column) { continue }
      if evidence.objects > 0 { continue }
      proposals.append(
        try proposal(column, evidence, among: proposals.map(\.name), &hasKey))
    }
    let lines = lines(of: proposals, called: name, rows, source.path)
    for line in lines { session.say(.text(line)) }
    for line in next(name, proposals, evidence, source) { session.say(.text(line)) }
    guard let confirm = session.configuration.confirm, session.runner.isAtPrompt else { return }
    guard confirm("define \(name.asName) so?") else {
      session.say(.notice("nothing is defined"))
      return
    }
    let definition = lines.joined(separator: "\n")
    let command: (any CommandSyntax)?
    do {
      command = try session.runner.verbs.command(definition)
    } catch {
      throw Diagnostic(.syntax, error.message)
    }
    try command.map(Session.command)?.run(in: session)
    session.say(.notice("\(name.asName) is defined; import takes the rows in"))
  }

  private func read(
    _ source: ImportSource
  ) throws(Diagnostic) -> (evidence: [ColumnEvidence], rows: Int) {
    var evidence: [ColumnEvidence] = []
    var rows = 0
    do {
      while let row = try source.reader.next() {
        if rows.isMultiple(of: 200), session.runner.askForInterruption() {
          throw Diagnostic.interrupted
        }
        rows += 1
        while evidence.count < source.reader.columns.count {
          var new = ColumnEvidence()
          // A key that comes late was not in the rows before.
          for line in 1..<rows { new.add(.none, line: line) }
          evidence.append(new)
        }
        for place in evidence.indices {
          evidence[place].add(place < row.cells.count ? row.cells[place] : .none, line: row.line)
        }
      }
    } catch let error as RowError {
      throw Diagnostic(error, in: source.path)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic(.file, "\(source.path): \(error)")
    }
    return (evidence, rows)
  }

  /// The name of the type: the one that is given, else that of the file, `people.csv` as `People`.
  private func typeName(_ path: String) -> String {
    if let type = request.type { return type.value }
    if let table = request.table { return Self.name(table.value).capitalizedFirst }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.prefix { $0 != "." }
    let name = Self.name(String(stem)).capitalizedFirst
    return name.isEmpty || name == "_" ? "Imported" : name
  }

  /// A name that needs no backticks, of a text.
  private static func name(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isPart = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isPart {
        result.unicodeScalars.append(scalar)
      } else if !result.isEmpty, result.last != "_" {
        result += "_"
      }
    }
    while result.last == "_" { result.removeLast() }
    if result.first?.isNumber ?? true { result = "_" + result }
    return result
  }

  // MARK: Properties

  private func proposal(
    _ column: String, _ evidence: ColumnEvidence, among names: [String], _ hasKey: inout Bool
  ) throws(Diagnostic) -> Proposal {
    var name = Self.name(column).lowercasedFirst
    if Property.reservedNames.contains(name.lowercased()) { name += "_" }
    let taken = names.map { $0.lowercased() }
    var number = 2
    let stem = name
    while taken.contains(name.lowercased()) {
      name = "\(stem)_\(number)"
      number += 1
    }
    var proposal = Proposal(
      name: name, column: column, kind: "Text", isOptional: evidence.empty > 0)
    if evidence.lists > 0, evidence.lists == evidence.filled {
      var items = proposal
      if evidence.items.filled > 0 { fill(&items, evidence.items) }
      // A pattern of items would be one that some have by chance.
      (proposal.kind, proposal.isOptional) = ("[\(items.kind)]", false)
      return proposal
    }
    guard evidence.filled > 0 else {
      proposal.remarks.append("no row has a value")
      return proposal
    }
    if let type = try referredType(evidence) {
      proposal.kind = type
      proposal.remarks.append("every value is the key of a \(type)")
      return proposal
    }
    fill(&proposal, evidence)
    if !hasKey, evidence.empty == 0, evidence.repeated == nil, evidence.filled > 1,
      ["Text", "Integer"].contains(proposal.kind)
    {
      hasKey = true
      proposal.clauses = " key" + proposal.clauses
      proposal.remarks.append(
        evidence.isUnchecked
          ? "not looked at beyond 200000 rows" : "no two rows have the same value")
    } else if let line = evidence.firstEmpty {
      proposal.remarks.append("line \(line) has none")
    }
    return proposal
  }

  /// The type whose keys all values of a column are.
  private func referredType(_ evidence: ColumnEvidence) throws(Diagnostic) -> String? {
    guard let names = evidence.names, names.count > 1 || evidence.filled > 1 else { return nil }
    for type in session.store.types {
      guard let key = type.key, key.kind == .text else { continue }
      var isFound = true
      for name in evidence.order where isFound {
        isFound =
          try attempt(
            session.store.find(type.name, key: key.trimmed(.text(name)))) != nil
      }
      if isFound { return type.name.asName }
    }
    return nil
  }

  private func fill(_ proposal: inout Proposal, _ evidence: ColumnEvidence) {
    let digits = evidence.digits
    let fraction = max(1, digits.fraction)
    let room = ExactDecimal.maximumDigits - fraction
    var candidates = evidence.candidates
    if digits.integer > room { candidates.subtract([.decimal, .decimalWithComma]) }
    if candidates.contains(.boolean) {
      proposal.kind = "Boolean"
    } else if candidates.contains(.integer) {
      proposal.kind = "Integer"
    } else if candidates.contains(.decimal) || candidates.contains(.decimalWithComma) {
      let integer = min(max(digits.integer + 1, 3), room)
      proposal.kind = "Decimal(integer: \(integer), fraction: \(fraction))"
      object(&proposal, evidence, to: .integer, "a whole number")
    } else if let kind = Self.kinds.first(where: { candidates.contains($0.candidate) }) {
      proposal.kind = kind.name
      if kind.candidate == .dateDayFirst {
        object(&proposal, evidence, to: .dateMonthFirst, "month first")
      }
      if kind.candidate == .dateMonthFirst {
        object(&proposal, evidence, to: .dateDayFirst, "day first")
      }
    } else if evidence.isChoice {
      let names = evidence.order.map(\.asChoice).joined(separator: ", ")
      proposal.kind = "Choice(\(names))"
    } else {
      proposal.kind = "Text"
      if let pattern = evidence.pattern {
        proposal.clauses += " matching /\(pattern)/"
      }
      let nearest: [(ColumnEvidence.Candidate, String)] = [
        (.integer, "a whole number"), (.decimal, "a number"), (.decimalWithComma, "a number"),
        (.date, "a date"), (.dateDayFirst, "a date"), (.named("Email"), "an address"),
        (.named("Phone"), "a phone"),
      ]
      // The kind that went longest is the one that was likely meant.
      let last = nearest.compactMap { candidate, words in
        evidence.objections[candidate].map { (words, $0) }
      }.max { $0.1.line < $1.1.line }
      if let (words, objection) = last, objection.line > 2, evidence.filled > 1 {
        proposal.remarks.append(
          "line \(objection.line) is not \(words): \(Value.text(objection.text).literal)")
      }
    }
  }

  private static let kinds: [(candidate: ColumnEvidence.Candidate, name: String)] =
    [
      (.percent, "Percent"), (.percentWithComma, "Percent"), (.date, "Date"),
      (.dateDayFirst, "Date"), (.dateMonthFirst, "Date"), (.dateTime, "DateTime"), (.time, "Time"),
      (.month, "Month"),
    ] + ColumnEvidence.Candidate.names.map { (.named($0), $0) }

  private func object(
    _ proposal: inout Proposal, _ evidence: ColumnEvidence,
    to candidate: ColumnEvidence.Candidate, _ words: String
  ) {
    guard let objection = evidence.objections[candidate] else { return }
    proposal.remarks.append(
      "line \(objection.line) is not \(words): \(Value.text(objection.text).literal)")
  }

  // MARK: Words

  private func lines(
    of proposals: [Proposal], called name: String, _ rows: Int, _ path: String
  ) -> [String] {
    var lines = ["# \(rows.count("row")) of \(path)", "define \(name.asName) {"]
    let texts = proposals.map { proposal in
      "  \(proposal.name.asName): \(proposal.kind)\(proposal.isOptional ? "?" : "")\(proposal.clauses)"
    }
    let width = min(60, texts.map(\.count).max() ?? 0)
    for (text, proposal) in zip(texts, proposals) {
      let remarks = proposal.remarks.joined(separator: "; ")
      let space = String(repeating: " ", count: max(0, width - text.count))
      lines.append(remarks.isEmpty ? text : "\(text)\(space)  # \(remarks)")
    }
    return lines + ["}"]
  }

  /// The command that imports the file then.
  private func next(
    _ name: String, _ proposals: [Proposal], _ evidence: [ColumnEvidence], _ source: ImportSource
  ) -> [String] {
    guard request.file.value != "-" else { return [] }
    var command = "import \(source.path.asFile)"
    if let table = self.request.table { command += " table \(table.value.asName)" }
    command += " into \(name.asName)"
    let renamed = proposals.filter { !ImportedColumns.isSame($0.name, $0.column) }
      .map { "\($0.column.asName)=\($0.name.asName)" }
    let leftOut = zip(source.reader.columns, evidence).filter { $0.1.objects > 0 }
      .map { "\($0.0.asName)=nil" }
    if !(renamed + leftOut).isEmpty {
      command += " map " + (renamed + leftOut).joined(separator: ", ")
    }
    let all = evidence.filter { $0.filled > 0 }
    func needs(_ candidate: ColumnEvidence.Candidate, besides others: [ColumnEvidence.Candidate])
      -> Bool
    {
      all.contains { column in
        column.candidates.contains(candidate)
          && !others.contains(where: column.candidates.contains)
      }
    }
    if needs(.dateDayFirst, besides: [.date]) {
      command += " --dates dmy"
    } else if needs(.dateMonthFirst, besides: [.date, .dateDayFirst]) {
      command += " --dates mdy"
    }
    if needs(.decimalWithComma, besides: [.integer, .decimal])
      || needs(.percentWithComma, besides: [.percent])
    {
      command += " --locale de_DE"
    }
    return [command]
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var lowercasedFirst: String {
    // An abbreviation stays one.
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }

  /// The name of a file as a command writes it.
  fileprivate var asFile: String {
    contains { $0.isWhitespace || ";{\"".contains($0) } ? Value.text(self).literal : self
  }
}

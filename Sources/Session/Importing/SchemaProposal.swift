internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

struct SchemaProposal {
  private static let mostLines = 20
  private static let cellsBetweenLooks = 100_000
  /// Below SQLite's limit of 2,000 columns.
  private static let mostProperties = 1_990

  /// A `define` command.
  struct Definition {
    let type: () throws(Diagnostic) -> RecordType
    let run: () throws(Diagnostic) -> Void
  }

  private var request: ImportRequest
  private let session: Session
  private let definition: (_ lines: [String]) throws(Diagnostic) -> Definition?
  /// Texts in rows that contain only texts meaning nil, for example a row of dashes that separates the
  /// header from the data.
  private var separators: Set<String> = []
  private var options: ImportOptions { request.options }
  private var readings: InferredReadings { InferredReadings(options, request.file.span, session) }

  init(
    _ request: ImportRequest, _ session: Session,
    reading definition: @escaping (_ lines: [String]) throws(Diagnostic) -> Definition?
  ) {
    (self.request, self.session, self.definition) = (request, session, definition)
  }

  func run() throws(Diagnostic) {
    var proposal = self
    proposal.request.options = try InferredLayout(request, session).options()
    try proposal.propose()
  }

  private mutating func propose() throws(Diagnostic) {
    var source = try ImportSource(
      request.file, table: request.table, request.options, in: session)
    if let name = request.type {
      try session.resolver.checkIsFree(name)
      if name.value.isNameOfKind || session.store.schema.hasType(named: name.value) {
        throw Diagnostic(
          .name, "a type or kind \(name.value.asName) already exists", at: name.span)
      }
    }
    var units: [Int: ColumnEvidence.Unit] = [:]
    var (evidence, rows) = try read(source, units)
    while source.isReadAgain, refine(&units, evidence) {
      source = try ImportSource(request.file, table: request.table, options, in: session)
      (evidence, rows) = try read(source, units)
    }
    guard rows > 0 else {
      throw Diagnostic(
        .value, "\(source.path) has no rows, so no type can be proposed",
        at: request.file.span)
    }
    let name = typeName(source.path)
    let numbers = readings.numbers(evidence)
    let dates = readings.dates(evidence)
    var proposals = try proposals(source.reader.columns, evidence, numbers, dates)
    for place in proposals.indices { proposals[place].take(units[proposals[place].place]) }
    var command = options
    if !numbers.option.isEmpty { command.locale = Name(numbers.option, at: request.file.span) }
    if !dates.option.isEmpty { command.dates = Name(dates.option, at: request.file.span) }
    let refused = try settle(&proposals, called: name, command, source)
    let lines = lines(of: proposals, called: name, rows, source.path)
    for line in lines { session.say(.text(line)) }
    let comments =
      withObjects(source.reader.columns, evidence) + refused + doubts(source.reader.columns)
    for comment in comments { session.say(.text("# " + comment)) }
    if let command = next(name, proposals, command, source) { session.say(.text(command)) }
    for remark in source.reader.remarks { session.say(.notice(remark)) }
    guard let confirm = session.configuration.confirm, session.runner.isAtPrompt else { return }
    guard confirm("define \(name.asName) like this?") else {
      session.say(.notice("nothing was defined"))
      return
    }
    try definition(lines)?.run()
    session.say(.notice("\(name.asName) is defined; run the import above to store the rows"))
  }

  /// Derives options from the evidence, for another pass over the file: first the texts that mean
  /// nil and the units, then the locale.
  ///
  /// - Returns: Whether there are new options.
  private mutating func refine(
    _ units: inout [Int: ColumnEvidence.Unit], _ evidence: [ColumnEvidence]
  ) -> Bool {
    let former = (request.options, units)
    let nulls = evidence.reduce(into: separators) { $0.formUnion($1.nulls) }
    if options.null == nil, !nulls.isEmpty {
      request.options.null = Name(nulls.sorted().joined(separator: ", "), at: request.file.span)
    }
    units = evidence.enumerated().reduce(into: [:]) { $0[$1.offset] = $1.element.unit }
    if former == (request.options, units), options.locale == nil {
      let numbers = readings.numbers(evidence)
      if !numbers.option.isEmpty, numbers.differences.isEmpty {
        request.options.locale = Name(numbers.option, at: request.file.span)
      }
    }
    return former != (request.options, units)
  }

  private func doubts(_ columns: [String]) -> [String] {
    var doubts: [String] = []
    if options.columns == nil, let value = columns.first(where: Self.isValue) {
      doubts.append(
        "the header contains the value \(Value.text(value).literal); if the file has no header, "
          + "name the properties by position: --columns NAME, …")
    }
    if columns.contains(ImportedColumns.number),
      !request.map.contains(where: { $0.column.value == ImportedColumns.number })
    {
      doubts.append(
        "the column ref contains record numbers; `map ref=NAME` makes the column a property")
    }
    return doubts
  }

  /// Whether a column name looks like a value, so that the file may have no header.
  private static func isValue(_ header: String) -> Bool {
    header.contains(where: \.isNumber)
      && header.allSatisfy { $0.isNumber || ".,:/-+%€$£ ".contains($0) }
  }

  private mutating func read(
    _ source: ImportSource, _ units: [Int: ColumnEvidence.Unit]
  ) throws(Diagnostic) -> (evidence: [ColumnEvidence], rows: Int) {
    let forms = try readings.forms()
    let nulls = try CellNotation(options, in: session).nulls
    var evidence: [ColumnEvidence] = []
    var (rows, cells, firstLine) = (0, 0, 1)
    do {
      let blanks = nulls.union(options.null == nil ? InferredLayout.nulls : [])
      while let row = try source.reader.next() {
        try look(&cells, source.reader.columns.count)
        if row.isBlank(besides: blanks) {
          separators.formUnion(row.cells.map(\.description).filter { !$0.isEmpty })
          continue
        }
        if rows == 0 { firstLine = row.line }
        while evidence.count < source.reader.columns.count {
          // A JSON key that first occurs in this row was missing from all previous rows.
          evidence.append(
            ColumnEvidence(
              forms, splitAt: options.separator?.value, nulls: InferredLayout.nulls,
              without: units[evidence.count], rows: rows, from: firstLine))
        }
        rows += 1
        for place in evidence.indices {
          let cell = place < row.cells.count ? row.cells[place] : .none
          evidence[place].add(
            nulls.contains(cell.description) ? .none : cell, line: row.line)
        }
      }
    } catch {
      throw Diagnostic(reading: error, in: source.path)
    }
    return (evidence, rows)
  }

  private func look(_ cells: inout Int, _ more: Int) throws(Diagnostic) {
    cells += more
    guard cells >= Self.cellsBetweenLooks else { return }
    cells = 0
    if session.runner.askForInterruption() { throw .interrupted }
  }

  private func typeName(_ path: String) -> String {
    if let type = request.type { return type.value }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = request.table?.value ?? String(file.prefix { $0 != "." })
    var name = Self.name(stem).capitalizedFirst
    if name.isEmpty || name == "_" { name = "Imported" }
    let first = name
    var number = 2
    while !isFree(name) {
      name = "\(first)_\(number)"
      number += 1
    }
    return name
  }

  private func isFree(_ name: String) -> Bool {
    !name.isNameOfKind && !session.store.schema.hasType(named: name)
      && (try? session.resolver.checkIsFree(Name(name, at: request.file.span))) != nil
  }

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

  private func proposals(
    _ columns: [String], _ evidence: [ColumnEvidence], _ numbers: InferredReadings.Decision,
    _ dates: InferredReadings.Decision
  ) throws(Diagnostic) -> [ProposedProperty] {
    var proposals: [ProposedProperty] = []
    var names = FreeNames()
    var (cells, hasKey) = (0, false)
    for (place, column) in columns.enumerated() {
      try look(&cells, 100)
      if [ImportedColumns.number, ImportedColumns.reasons].contains(column) { continue }
      if evidence[place].hasObjects || options.leavesOut(place) { continue }
      var name: String?
      if let mapping = request.map.first(where: {
        $0.position.map { $0 == place + 1 } ?? ($0.column.value == column)
      }) {
        guard let property = mapping.property else { continue }
        name = property.value
      }
      let free = names.next(name ?? Self.name(column).lowercasedFirst)
      let new = try proposal(free, place, evidence[place], numbers, dates, hasKey: hasKey)
      hasKey = hasKey || new.isKey
      proposals.append(new)
    }
    return proposals
  }

  private func withObjects(_ columns: [String], _ evidence: [ColumnEvidence]) -> [String] {
    let names = zip(columns, evidence).filter { $1.hasObjects }.map { $0.0.asName }
    guard let first = names.first else { return [] }
    let lines = names.prefix(Self.mostLines).map { "\($0) has objects and is skipped" }
    let others = names.count - lines.count
    return lines + (others > 0 ? ["the same applies to \(others.count("more column"))"] : [])
      + ["a property such as `\(first): [TYPE] owned` imports the objects as owned records"]
  }

  private struct FreeNames {
    private var taken = Set(Property.reservedNames)
    private var numbers: [String: Int] = [:]

    mutating func next(_ stem: String) -> String {
      var name = stem
      if Property.reservedNames.contains(name.lowercased()) { name += "_" }
      let first = name
      var number = numbers[first.lowercased()] ?? 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(first)_\(number)"
        number += 1
      }
      numbers[first.lowercased()] = number
      return name
    }
  }

  private func proposal(
    _ name: String, _ place: Int, _ evidence: ColumnEvidence, _ numbers: InferredReadings.Decision,
    _ dates: InferredReadings.Decision, hasKey: Bool
  ) throws(Diagnostic) -> ProposedProperty {
    var proposal = ProposedProperty(
      name: name, place: place, kind: "Text", isOptional: evidence.empty > 0)
    if evidence.lists > 0, evidence.lists == evidence.filled {
      var items = proposal
      if evidence.items.filled > 0 { fill(&items, evidence.items, numbers, dates) }
      // Drop the pattern, because items may match it only by chance.
      (proposal.kind, proposal.isOptional) = ("[\(items.kind)]", false)
      return proposal
    }
    if evidence.isSplit {
      (proposal.kind, proposal.isOptional) = ("[Text]", false)
      return proposal
    }
    guard evidence.filled > 0 else {
      proposal.remarks.append("no row has a value")
      return proposal
    }
    if let type = try referredType(evidence) {
      proposal.kind = type
      proposal.remarks.append("every value is a key of \(type)")
      return proposal
    }
    for (decision, option) in [(numbers, "--locale"), (dates, "--dates")] {
      guard let difference = decision.differences[place] else { continue }
      proposal.remarks.append(Self.words(of: difference, option))
      return proposal
    }
    fill(&proposal, evidence, numbers, dates)
    if !hasKey, evidence.empty == 0, evidence.repeated == nil, evidence.filled > 1,
      ["Text", "Integer"].contains(proposal.kind)
    {
      proposal.isKey = true
      proposal.remarks.append(
        evidence.isUnchecked
          ? "not checked beyond 200000 rows" : "no two rows have the same value")
    } else if let line = evidence.firstEmpty {
      proposal.remarks.append("line \(line) has no value")
    }
    return proposal
  }

  /// For example `"1.080" is 1.08, or 1080 with --locale de_DE`.
  private static func words(of difference: ColumnEvidence.Difference, _ option: String) -> String {
    var seen: Set<Value> = []
    let readings = difference.readings.filter { seen.insert($0.value).inserted }.map { reading in
      reading.value.description
        + (reading.option.isEmpty ? "" : " with \(option) \(reading.option)")
    }
    return "\(Value.text(difference.text).literal) is \(readings.joined(separator: ", or "))"
  }

  /// The type that has every value of the column as a key.
  private func referredType(_ evidence: ColumnEvidence) throws(Diagnostic) -> String? {
    guard let names = evidence.names, names.count > 1 || evidence.filled > 1 else { return nil }
    for type in session.store.schema.types {
      guard let key = type.key, key.kind == .text else { continue }
      var isFound = true
      for name in evidence.order where isFound {
        isFound =
          try attempt(
            session.store.queries.find(type.name, key: key.trimmed(.text(name)))) != nil
      }
      if isFound { return type.name.asName }
    }
    return nil
  }

  private func fill(
    _ proposal: inout ProposedProperty, _ evidence: ColumnEvidence,
    _ numbers: InferredReadings.Decision,
    _ dates: InferredReadings.Decision
  ) {
    let candidates = evidence.candidates
    let number = ColumnEvidence.Candidate(.number, option: numbers.option)
    let percent = ColumnEvidence.Candidate(.percent, option: numbers.option)
    let kind =
      ["Boolean", "Time", "Time(seconds)", "Month"] + InferredReadings.textKinds.map(\.name)
    // A single word, such as a country "NO", is no evidence of a Boolean.
    let isWord = evidence.order.count == 1 && Bool(evidence.order[0].lowercased()) == nil
    let named = kind.dropFirst(isWord ? 1 : 0).first { name in
      candidates.contains(.init(.named(name), option: name == "Boolean" ? numbers.option : ""))
    }
    if named == "Boolean" {
      proposal.kind = "Boolean"
    } else if candidates.contains(number), let kind = Self.kind(of: evidence.digits[number]) {
      proposal.kind = kind
      if evidence.digits[number]?.areGrouped == true { proposal.suffix = " grouped" }
      if let objection = evidence.digits[number]?.firstFraction {
        proposal.remarks.append(Self.words(of: objection, "a whole number"))
      }
    } else if evidence.hasPercentSign, candidates.contains(percent) {
      let digits = evidence.digits[percent] ?? .init()
      proposal.kind = "Percent"
      if digits.integer > 8 || digits.fraction > 3 {
        let fraction = max(1, digits.fraction)
        proposal.kind += "(integer: \(max(3, digits.integer)), fraction: 0...\(fraction))"
      }
    } else if candidates.contains(.init(.date, option: dates.option)) {
      proposal.kind = "Date"
      for (order, words) in [("dmy", "day first"), ("mdy", "month first")]
      where order != dates.option && dates.option != "" {
        guard let objection = evidence.objections[.init(.date, option: order)] else { continue }
        proposal.remarks.append(Self.words(of: objection, words))
      }
    } else if candidates.contains(.init(.dateTime, option: dates.option)) {
      proposal.kind = "DateTime"
    } else if let named {
      proposal.kind = named
    } else if evidence.isChoice {
      let names = evidence.order.map(\.asChoice).joined(separator: ", ")
      proposal.kind = "Choice(\(names))"
    } else {
      proposal.kind = "Text"
      if let pattern = evidence.pattern { proposal.pattern = " matching /\(pattern)/" }
      let nearest: [(ColumnEvidence.Candidate, String)] = [
        (number, "a number"), (.init(.date, option: dates.option), "a date"),
        (.init(.date, option: "dmy"), "a date"), (.init(.date, option: "mdy"), "a date"),
        (.init(.named("Email")), "an email address"), (.init(.named("Phone")), "a phone number"),
      ]
      // The kind excluded by the latest line was probably meant.
      let last = nearest.compactMap { candidate, words in
        evidence.objections[candidate].map { (words, $0) }
      }.max { $0.1.line < $1.1.line }
      if let (words, objection) = last, objection.line > evidence.firstLine ?? 2,
        evidence.filled > 1
      {
        proposal.remarks.append(Self.words(of: objection, words))
      }
    }
  }

  /// Nil if the numbers look like article numbers, or need more digits than a decimal has.
  private static func kind(of digits: ColumnEvidence.Digits?) -> String? {
    let digits = digits ?? ColumnEvidence.Digits()
    if digits.areIntegers, digits.fraction == 0 {
      // Long numbers are more likely article numbers, whose leading zeros are significant.
      return digits.integer < 12 ? "Integer" : nil
    }
    let fraction = max(1, digits.fraction)
    let room = ExactDecimal.maximumDigits - fraction
    guard digits.integer <= room else { return nil }
    let integer = min(max(digits.integer + 1, 3), room)
    return "Decimal(integer: \(integer), fraction: \(fraction))"
  }

  private static func words(of objection: ColumnEvidence.Objection, _ words: String) -> String {
    "line \(objection.line) is not \(words): \(Value.text(objection.text).literal)"
  }

  /// Tries the import. Columns with rejected values become texts, and a column with a repeated
  /// value is no longer the key.
  ///
  /// - Returns: Messages about lines that the import would still reject.
  private func settle(
    _ proposals: inout [ProposedProperty], called name: String, _ command: ImportOptions,
    _ source: ImportSource
  ) throws(Diagnostic) -> [String] {
    if proposals.count > Self.mostProperties {
      return ["SQLite cannot store a type with \(proposals.count) properties"]
    }
    guard source.isReadAgain else { return [] }
    while true {
      let refusals = try refusals(of: proposals, called: name, command)
      var isSettled = true
      for place in proposals.indices {
        guard let line = refusals.columns[proposals[place].place] else { continue }
        if refusals.repeated == proposals[place].place, proposals[place].isKey {
          proposals[place].isKey = false
          proposals[place].remarks = ["line \(line) repeats a value"]
        } else if proposals[place].kind != "Text" || !proposals[place].pattern.isEmpty {
          let former = proposals[place].kind
          (proposals[place].kind, proposals[place].pattern) = ("Text", "")
          proposals[place].suffix = ""
          proposals[place].isKey = false
          proposals[place].remarks = ["line \(line) would be rejected if the kind were \(former)"]
        } else {
          continue
        }
        isSettled = false
      }
      guard isSettled else { continue }
      let lines = refusals.lines.prefix(Self.mostLines).map {
        "line \($0.line) will be rejected: \($0.why)"
      }
      let others = refusals.count - lines.count
      return lines + (others > 0 ? ["\(others.count("more line")) will be rejected"] : [])
    }
  }

  private struct Refusals {
    var columns: [Int: Int] = [:]
    /// Index of the key column if one of its values occurs twice.
    var repeated: Int?
    var lines: [(line: Int, why: String)] = []
    var count = 0
  }

  private func refusals(
    of proposals: [ProposedProperty], called name: String, _ command: ImportOptions
  ) throws(Diagnostic) -> Refusals {
    var refusals = Refusals()
    guard let definition = try definition(lines(of: proposals, called: name, 0, "")) else {
      return refusals
    }
    let type = try definition.type()
    let source = try ImportSource(request.file, table: request.table, command, in: session)
    let columns = try ImportedColumns(
      source.reader.columns, of: type,
      map: mappings(proposals, source.reader.columns), session.resolver,
      leavingOut: command.leavesOut)
    let rows = ImportedRowReader(
      type, from: source.reader, columns,
      try CellNotation(command, in: session), isUpdate: false,
      session.store, present: session.resolver.present)
    let key = type.properties.firstIndex(where: \.isKey)
    var keys: Set<Value> = []
    var numbers: Set<Int> = []
    var cells = 0
    do {
      while let source = try source.reader.next() {
        try look(&cells, source.cells.count)
        if rows.skips(source) { continue }
        var mistakes: [ImportMistake] = []
        let (row, _) = rows.read(source, &mistakes)
        if let key, let value = row.values[key], !keys.insert(value).inserted {
          refusals.repeated = columns.column(of: .property(key))
          mistakes.append(
            ImportMistake(
              kind: .conflict, message: "an earlier line has the same \(type.properties[key].name)",
              column: refusals.repeated, subject: ""))
        }
        if let number = row.number, !numbers.insert(number).inserted {
          mistakes.append(
            ImportMistake(
              kind: .conflict, message: "an earlier line has the same ref", column: nil,
              subject: ""))
        }
        guard let first = mistakes.first else { continue }
        for mistake in mistakes {
          guard let column = mistake.column, refusals.columns[column] == nil else { continue }
          if case .fault? = source.cells.dropFirst(column).first { continue }
          refusals.columns[column] = source.line
        }
        refusals.count += 1
        if refusals.lines.count < Self.mostLines {
          refusals.lines.append((source.line, first.message.shortened(to: 200)))
        }
      }
    } catch {
      throw Diagnostic(reading: error, in: source.path)
    }
    return refusals
  }

  private func mappings(
    _ proposals: [ProposedProperty], _ columns: [String]
  ) -> [ImportRequest.Mapping] {
    var names: [Int: String] = [:]
    for proposal in proposals { names[proposal.place] = proposal.name }
    let counts = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +)
    return columns.enumerated().compactMap { place, column in
      let isDoubled = counts[column] ?? 0 > 1
      let name = names[place]
      if let name, !isDoubled, ImportedColumns.isSame(name, column) { return nil }
      let isKnown = [ImportedColumns.number, ImportedColumns.reasons].contains(column)
      if name == nil, isKnown && !isDoubled || options.leavesOut(place) { return nil }
      let span = request.file.span
      return ImportRequest.Mapping(
        column: Name(column, at: span), position: isDoubled ? place + 1 : nil,
        property: name.map { Name($0, at: span) })
    }
  }

  private func lines(
    of proposals: [ProposedProperty], called name: String, _ rows: Int, _ path: String
  ) -> [String] {
    var lines = [
      "# \(rows.count("row")) of \(Value.text(path).literal)", "define \(name.asName) {",
    ]
    let texts = proposals.map { proposal in
      "  \(proposal.name.asName): \(proposal.kind)\(proposal.isOptional ? "?" : "")"
        + (proposal.isKey ? " key" : "") + proposal.pattern + proposal.suffix
    }
    let width = min(60, texts.map(\.count).max() ?? 0)
    for (text, proposal) in zip(texts, proposals) {
      let remarks = proposal.remarks.joined(separator: "; ")
      let space = String(repeating: " ", count: max(0, width - text.count))
      lines.append(remarks.isEmpty ? text : "\(text)\(space)  # \(remarks)")
    }
    return lines + ["}"]
  }

  private func next(
    _ name: String, _ proposals: [ProposedProperty], _ options: ImportOptions,
    _ source: ImportSource
  ) -> String? {
    guard request.file.value != "-" else { return nil }
    var command = "import \(Value.text(source.path).literal)"
    if let table = request.table { command += " table \(table.value.asName)" }
    command += " into \(name.asName)"
    let map = mappings(proposals, source.reader.columns).map { mapping in
      let header = mapping.column.value
      let column =
        mapping.position.map(String.init)
        ?? (header.asName == header ? header : Value.text(header).literal)
      return "\(column)=\(mapping.property?.value.asName ?? "nil")"
    }
    if !map.isEmpty { command += " map " + map.joined(separator: ", ") }
    return command + options.words
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var lowercasedFirst: String {
    // Keep abbreviations, for example `ID`.
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}

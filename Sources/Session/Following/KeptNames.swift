internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// The property names that a stored command or handler uses.
///
/// The types of the records are determined without running a command: from parameters, queries,
/// paths, and the records named by `let` and `new`.
struct KeptNames {
  private let text: String
  /// The uses of properties; nil if the text is too long.
  private let uses: [PropertyUse]?
  /// Commands with property names inside texts or nested definitions, where uses cannot be found.
  private let opaque: [Statement]
  private let given: [String: Set<CompletionCategory.Owner?>]
  private let store: Store
  private let zoneOffset: (Int) -> Int

  private static let longestText = 100_000
  private static let opaqueVerbs: Set = ["formatter", "screen", "sql"]

  /// Nil if the text is not a command of this version.
  init?(_ text: String, _ context: CommandContext, knowing commands: Set<String>) {
    let isLong = text.utf8.count > Self.longestText
    let read =
      isLong
      ? nil : CommandReader.propertyUses(in: text, context.runner.verbs, knowing: commands)
    guard isLong || read != nil else { return nil }
    (self.text, uses) = (text, read?.uses)
    opaque = read.map { Self.opaque(in: $0.statement.command.blocks) } ?? []
    (store, zoneOffset) = (context.store, context.configuration.zoneOffset)
    given = (read?.uses ?? []).reduce(into: [:]) { given, use in
      if case .given(let local) = use.part { given[local.name, default: []].insert(local.owner) }
    }
  }

  private static func opaque(in blocks: [BlockSyntax]) -> [Statement] {
    blocks.flatMap(\.statements).flatMap { statement in
      let isOpaque = opaqueVerbs.contains(Swift.type(of: statement.command).verb.name)
      return isOpaque ? [statement] : opaque(in: statement.command.blocks)
    }
  }

  /// Throws if a removed name is used, or might be used because the type of its record is unknown.
  func check(after renames: Renames, of type: String) throws(Diagnostic) {
    if uses == nil, let name = renames.former.first(where: text.contains) {
      throw Diagnostic(.refused, "its text is too long to search for \"\(name)\"")
    }
    try check(
      isGone: { owner, name in owner.name == type && renames.concerns(name) },
      mayBeGone: renames.concerns)
    for statement in opaque {
      let words = statement.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if let name = renames.former.first(where: { words.contains(Substring($0)) }) {
        throw unknown(name, in: statement.text[...])
      }
    }
  }

  func checkFit(hasExpressions: Bool) throws(Diagnostic) {
    try check(isGone: { _, _ in true }, mayBeGone: nil, hasExpressions: hasExpressions)
  }

  /// - Parameter mayBeGone: Returns whether a name is an error if the type of its record is unknown;
  ///   nil if no such name is an error.
  private func check(
    isGone: @escaping (RecordType, String) -> Bool, mayBeGone: ((String) -> Bool)?,
    hasExpressions: Bool = true
  ) throws(Diagnostic) {
    let uses = uses ?? []
    func check(_ name: Name, of owner: RecordType?) throws(Diagnostic) {
      guard let owner else {
        if mayBeGone?(name.value) == true { throw unknown(name) }
        return
      }
      if owner[name.value] == nil, isGone(owner, name.value) { throw missing(name, of: owner) }
    }
    func checkSteps(_ names: [Name], _ locals: [BlockSyntax.Local]) throws(Diagnostic) {
      guard !Self.hasOwnProperties(names[0].value, locals) else { return }
      var owner = type(of: .record(.name(names[0])), locals)
      for name in names.dropFirst() {
        try check(name, of: owner)
        owner = owner?[name.value]?.kind.recordType.flatMap(store.schema.type)
      }
    }
    var place = uses.startIndex
    while place < uses.endIndex {
      let use = uses[place]
      place += 1
      switch use.part {
      case .given: break
      case .name(let name, let owner):
        // A word can name a property of a record or of a type.
        var found = type(of: owner, use.locals)
        let first = place
        while place < uses.endIndex, case .name(let next, let owner) = uses[place].part,
          next.span == name.span
        {
          found = found ?? type(of: owner, use.locals)
          place += 1
        }
        if mayBeGone == nil, first == place { try checkIsThere(owner) }
        try check(name, of: found)
      case .path(let names):
        try checkSteps(names, use.locals)
      case .expression(let expression, let owner):
        if mayBeGone == nil { try checkIsThere(owner) }
        guard hasExpressions else { continue }
        let own = type(of: owner, use.locals)
        for path in paths(in: expression.tokens)
        where own?[path[0].value] == nil && use.locals.contains(where: { $0.name == path[0].value })
        {
          try checkSteps(path, use.locals)
        }
        try self.check(
          expression, about: owner, in: use, isGone: isGone, mayBeGone: mayBeGone)
      }
    }
  }

  private func check(
    _ expression: ExpressionSyntax, about owner: CompletionCategory.Owner?,
    in use: PropertyUse, isGone: @escaping (RecordType, String) -> Bool,
    mayBeGone: ((String) -> Bool)?
  ) throws(Diagnostic) {
    let locals = use.locals
    let type = type(of: owner, locals)
    // A property shadows a column with the same name.
    func isLost(_ name: String) -> Bool {
      type.map { $0[name] == nil && isGone($0, name) } ?? false
    }
    if owner == nil || type != nil {
      let session = KeptExpression(
        expression.tokens, zoneOffset,
        type: { self.type(of: .record(.name($0)), locals) },
        next: { [store] in $0[$1]?.kind.recordType.flatMap(store.schema.type) },
        hides: isLost,
        isLocal: { name in locals.contains { $0.name == name } })
      do throws(StoreError) {
        _ = try store.queries.compile(
          RecordExpression(expression.tokens.map(\.kind)), for: type?.name, isResult: true,
          asking: session)
        return
      } catch {
        if let place = error.token, let name = expression.tokens[place].nameOfProperty,
          error.kind == .name, mayBeGone?(name.value) ?? true,
          !use.columns.contains(name.value) || mayBeGone != nil && isLost(name.value)
        {
          throw Diagnostic(error, tokens: expression.tokens).at(name.span)
        }
      }
    }
    guard let mayBeGone else { return }
    for (place, token) in expression.tokens.enumerated() {
      guard let name = token.nameOfProperty, mayBeGone(name.value),
        type == nil || !use.columns.contains(name.value),
        expression.tokens.indices.contains(place + 1)
          ? expression.tokens[place + 1].kind != .symbol("(") : true
      else { continue }
      throw unknown(name)
    }
  }

  private func paths(in tokens: [WrittenToken]) -> [[Name]] {
    tokens.indices.compactMap { place in
      guard tokens.isBareName(at: place), let first = tokens[place].nameOfProperty else {
        return nil
      }
      var path = [first]
      var next = place + 1
      while next + 1 < tokens.count, tokens[next].kind == .symbol("."),
        let name = tokens[next + 1].nameOfProperty
      {
        path.append(name)
        next += 2
      }
      return path.count > 1 ? path : nil
    }
  }

  private func checkIsThere(_ owner: CompletionCategory.Owner?) throws(Diagnostic) {
    switch owner {
    case .type(let name), .put(let name):
      guard store.schema.type(named: name) == nil else { return }
      throw Diagnostic(.name, "there is no type \"\(name)\"")
    case .record, .path, nil: return
    }
  }

  private func type(
    of owner: CompletionCategory.Owner?, _ locals: some BidirectionalCollection<BlockSyntax.Local>
  ) -> RecordType? {
    switch owner {
    case nil: return nil
    case .type(let name), .put(let name): return store.schema.type(named: name)
    case .record(.id(let type, _)), .record(.key(let type, _)):
      return store.schema.type(named: type.value)
    case .record(.name(let name)):
      guard let place = locals.lastIndex(where: { $0.name == name.value }) else {
        return store.schema.type(named: name.value)
      }
      let local = locals[place]
      if let others = given[name.value], others != [local.owner] { return nil }
      return type(of: local.owner, locals[..<place])
    case .path(let path):
      var type = type(of: .record(path.record.value), locals)
      for step in path.steps {
        type = type?[step.name.value]?.kind.recordType.flatMap(store.schema.type)
      }
      return type
    }
  }

  private static func hasOwnProperties(_ name: String, _ locals: [BlockSyntax.Local]) -> Bool {
    if locals.contains(where: { $0.name == name }) { return name == "error" }
    return name == Resolver.environmentName
  }

  private func missing(_ name: Name, of type: RecordType) -> Diagnostic {
    Diagnostic(.name, "\(type.name.asName) has no \"\(name.value)\"", at: name.span)
  }

  private func unknown(_ name: Name) -> Diagnostic {
    let span = name.span.start
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.indices.contains(span.line - 1) ? lines[span.line - 1] : ""
    let (before, after) = (line.prefix(span.column - 1), line.dropFirst(span.column - 1))
    let signs: Set<Character> = ["{", "}", ";"]
    let command =
      String(before.reversed().prefix { !signs.contains($0) }.reversed())
      + after.prefix { !signs.contains($0) }
    return unknown(name.value, in: command[...])
  }

  private func unknown(_ name: String, in command: Substring) -> Diagnostic {
    let words = command.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Diagnostic(
      .refused,
      "it names \"\(name)\" where the type of the record is not known, in "
        + "\"\(words.prefix(Self.longestExcerpt))\"")
  }

  private static let longestExcerpt = 60
}

/// Provides placeholder values for an expression that is compiled only to check its names.
private final class KeptExpression: ExpressionSession {
  private let tokens: [WrittenToken]
  private let zoneOffset: (Int) -> Int
  private let type: (Name) -> RecordType?
  private let next: (RecordType, String) -> RecordType?
  private let hides: (String) -> Bool
  private let isLocal: (String) -> Bool

  init(
    _ tokens: [WrittenToken], _ zoneOffset: @escaping (Int) -> Int,
    type: @escaping (Name) -> RecordType?, next: @escaping (RecordType, String) -> RecordType?,
    hides: @escaping (String) -> Bool, isLocal: @escaping (String) -> Bool
  ) {
    (self.tokens, self.zoneOffset, self.type, self.next) = (tokens, zoneOffset, type, next)
    (self.hides, self.isLocal) = (hides, isLocal)
  }

  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given? {
    if !isMarked {
      // Do not resolve the name of a missing property to a session name.
      if hides(names[0]) { return nil }
      guard isLocal(names[0]) || Resolver.clockNames.contains(names[0]) else { return nil }
    }
    var owner = type(Name(names[0], at: tokens[place].span))
    var kind: PropertyKind? = owner.map { .reference(to: $0.name) }
    var count = 1
    for name in names.dropFirst() {
      guard let present = owner, let property = present[name] else { break }
      kind = property.kind
      owner = next(present, name)
      count += 1
    }
    if count < names.count { kind = nil }
    return RecordExpression.Given(0, kind, count: isMarked ? 1 : 2 * count - 1)
  }

  func moment(at place: Int) throws(ExpressionError) -> Value? {
    try? tokens[place].moment(zoneOffset: zoneOffset)
  }

  func check(_ record: RecordExpression.Record, of type: String, at place: Int) {}
}

extension WrittenToken {
  fileprivate var nameOfProperty: Name? {
    switch kind {
    case .word(let name), .quotedName(let name): Name(name, at: span)
    case .text, .number, .date, .sessionName, .symbol: nil
    }
  }
}

internal import Records

/// What an expression can go on with, where it ends now.
public struct ExpressionExpectations: Hashable, Sendable {
  /// Words of SQL.
  public internal(set) var words: Set<String> = []
  /// Brackets and commas.
  public internal(set) var signs: Set<String> = []
  /// Properties, whose kind fits what is beside them, and `id`.
  public internal(set) var properties: Set<String> = []
  /// References, by which a path goes on, and lists, which an aggregate goes over.
  public internal(set) var references: Set<String> = []
  /// Functions.
  public internal(set) var functions: Set<String> = []
  /// Texts of which one is meant, such as the names of a choice.
  public internal(set) var texts: Set<String> = []
  /// The type of which a record is wanted.
  public internal(set) var recordType: String?
  /// Whether a value of the session can be here.
  public internal(set) var takesValues = false
  /// Whether today's date fits.
  public internal(set) var takesToday = false
  /// Whether the name of a type can be here.
  public internal(set) var takesType = false

  /// Nothing.
  public init() {}
}

extension ExpressionParser {
  /// What is beside the operand that is read, and how the two are combined.
  struct Neighbour {
    var operand: Operand
    var symbol: String
  }

  /// Whether all is read of an expression that somebody is writing.
  var isAtCaret: Bool { position == limit && expectations != nil }

  /// Reads an expression that somebody is writing, and notes what it looks for at its end.
  mutating func expectationsAtEnd() -> ExpressionExpectations {
    expectations = ExpressionExpectations()
    // What is missing is no mistake yet.
    _ = try? expression()
    return expectations ?? ExpressionExpectations()
  }

  mutating func note(words: [String]) {
    guard isAtCaret else { return }
    expectations?.words.formUnion(words)
  }

  mutating func note(sign: String) {
    if isAtCaret { expectations?.signs.insert(sign) }
  }

  /// Notes what a value can be that is written here.
  mutating func noteOperand() {
    guard isAtCaret else { return }
    let neighbour = neighbour
    if neighbour == nil { expectations?.words.insert("not") }
    for (word, nature) in [("true", true), ("false", true), ("nil", false)] {
      var constant = ExpressionNature(isConstantWord: true, scale: 0)
      if nature { constant.kind = .boolean }
      if fits(constant) { expectations?.words.insert(word) }
    }
    for scope in scopes {
      for source in scope.sources {
        note(propertiesOf: source, in: scope)
      }
      let fitting = scope.aliases.filter { fits($0.value) }
      expectations?.properties.formUnion(fitting.keys)
    }
    let known = ExpressionWords.functions.keys.filter {
      isPortable ? ExpressionWords.isPortable($0) : !Self.ofWindows.contains($0)
    }
    expectations?.functions.formUnion(known)
    if !isPortable {
      let isDateFit = fits(ExpressionNature(parameter: .date))
      expectations?.takesValues = true
      expectations?.takesToday = isDateFit
    }
    guard let kind = neighbour?.operand.nature.kind, neighbour?.symbol != "||" else { return }
    expectations?.texts.formUnion(kind.choices ?? [])
    if case .reference(let type) = kind { expectations?.recordType = type }
  }

  /// Functions that need a window, or only count with those of other rows.
  private static let ofWindows: Set<String> = [
    "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile", "lag", "lead",
    "first_value", "last_value", "nth_value", "total", "group_concat", "json_group_array",
    "json_group_object",
  ]

  /// Notes the properties that fit what is beside them.
  mutating func note(propertiesOf source: ExpressionScope.Source, in scope: ExpressionScope) {
    let names =
      source.type.map { ["id"] + $0.properties.map(\.name) } ?? source.columns?.keys.sorted() ?? []
    for name in names {
      guard let nature = source.nature(of: name) else {
        if !isPortable, source.type?[name] != nil { expectations?.references.insert(name) }
        continue
      }
      if isPortable, (try? checkIsCalculable(name, in: scope)) == nil { continue }
      if fits(nature) { expectations?.properties.insert(name) }
      if !isPortable, nature.kind?.isReference ?? false { expectations?.references.insert(name) }
    }
  }

  /// Whether a value can be beside what the operand that is read is beside.
  private func fits(_ nature: ExpressionNature) -> Bool {
    guard let neighbour else { return true }
    var trial = self
    trial.expectations = nil
    trial.neighbour = nil
    let place = min(neighbour.operand.range.lowerBound, tokens.count - 1)
    let operand = Operand(range: place...place, nature: nature)
    do {
      switch neighbour.symbol {
      case "+", "-", "*", "/", "%":
        _ = try trial.arithmetic(neighbour.operand, neighbour.symbol, operand)
      case "||": try trial.checkIsShown(operand)
      default:
        let isOrder = neighbour.symbol.hasPrefix("<") || neighbour.symbol.hasPrefix(">")
        try trial.checkValues(neighbour.operand, operand, isOrder)
      }
      return true
    } catch {
      return false
    }
  }

  /// Reads the operand after an operator, which knows what it is beside.
  mutating func operand(
    beside left: Operand, _ symbol: String, _ power: Int
  ) throws(StoreError) -> Operand {
    let outer = neighbour
    neighbour = Neighbour(operand: left, symbol: symbol)
    defer { neighbour = outer }
    return try expression(power)
  }

  /// Reads an expression that is beside nothing, as in brackets.
  mutating func separate(_ power: Int = 0) throws(StoreError) -> Operand {
    let outer = neighbour
    neighbour = nil
    defer { neighbour = outer }
    return try expression(power)
  }
}

extension Store {
  /// What an expression can go on with where its tokens end.
  ///
  /// - Parameters:
  ///   - type: The type whose properties the names in it are; nil if it is to have none.
  ///   - isComputation: Whether a property is computed so.
  public func expectations(
    after expression: Expression, for type: String?, isComputation: Bool = false
  ) -> ExpressionExpectations {
    var parser = ExpressionParser(
      expression, for: types.first { $0.name == type }, among: types, isPortable: isComputation)
    return parser.expectationsAtEnd()
  }
}

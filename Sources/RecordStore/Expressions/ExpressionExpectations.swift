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
  /// Names that types or subselects have here, before the point of a property.
  public internal(set) var sources: Set<String> = []
  /// Functions.
  public internal(set) var functions: [ExpressionFunction] = []
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

extension ExpressionTranslator {
  /// What is beside an operand that somebody is writing, and how the two are combined.
  struct Neighbour {
    var operand: Operand
    var symbol: String
    /// Whether it comes after what is written.
    var isAfter = false
  }

  /// What can be in the place of a token that stands for what somebody is writing.
  mutating func expectations(at caret: Int) -> ExpressionExpectations {
    var reader = self.reader(caret: caret)
    var tree = try? reader.whole()
    if tree == nil {
      // What comes after may be for something else than what is written now.
      reader = self.reader(limit: caret + 1, caret: caret)
      tree = try? reader.whole()
    }
    self.caret = caret
    expectations = reader.expectations
    // What is missing is no mistake yet.
    if let tree { _ = try? translate(tree) }
    return expectations ?? ExpressionExpectations()
  }

  /// What is beside the first of several operands, if that is what somebody is writing.
  func neighbour(before operation: Node.Operation, of first: Node) -> Neighbour? {
    guard case .missing = first.form, case .sign(let symbol, let node) = operation.kind else {
      return nil
    }
    var trial = self
    trial.expectations = nil
    let operand = try? trial.translate(node)
    return operand.map { Neighbour(operand: $0, symbol: symbol, isAfter: true) }
  }

  /// Notes what a value can be that is written here.
  mutating func noteOperand(at place: Int, beside neighbour: Neighbour?) {
    guard place == caret, expectations != nil else { return }
    if neighbour == nil { expectations?.words.insert("not") }
    for (word, kind) in [("true", PropertyKind.boolean), ("false", .boolean), ("nil", nil)] {
      let constant = ExpressionNature(isConstantWord: true, scale: 0, kind: kind)
      if fits(constant, beside: neighbour) { expectations?.words.insert(word) }
    }
    if let scope = scopes.last, scope.sources.isEmpty {
      // What it reads is written after what it takes of that.
      for type in types {
        note(
          propertiesOf: ExpressionScope.Source(type, among: types), in: scope, beside: neighbour)
      }
    }
    for scope in scopes {
      for source in scope.sources {
        note(propertiesOf: source, in: scope, beside: neighbour)
        if let alias = source.alias, type(named: alias) == nil {
          expectations?.sources.insert(alias)
        }
      }
      let fitting = scope.aliases.filter { fits($0.value, beside: neighbour) }
      expectations?.properties.formUnion(fitting.keys)
    }
    let functions = ExpressionFunction.all.filter { function in
      guard !isPortable else { return function.isPortable }
      switch function.group {
      case .texts, .numbers, .values, .dates, .json: return true
      case .records: return function.isOfLists
      case .windows: return false
      }
    }
    expectations?.functions = functions
    if !isPortable {
      let takesToday = fits(ExpressionNature(parameter: .date), beside: neighbour)
      expectations?.takesValues = true
      expectations?.takesToday = takesToday
    }
    guard let kind = neighbour?.operand.nature.kind, neighbour?.symbol != "||" else { return }
    expectations?.texts.formUnion(kind.choices ?? [])
    if case .reference(let type) = kind { expectations?.recordType = type }
  }

  /// Notes the properties that fit what is beside them.
  mutating func note(
    propertiesOf source: ExpressionScope.Source, in scope: ExpressionScope,
    beside neighbour: Neighbour?
  ) {
    let names =
      source.type.map { ["id"] + $0.properties.map(\.name) } ?? source.columns?.keys.sorted() ?? []
    for name in names {
      guard let nature = source.nature(of: name) else {
        if !isPortable, source.type?[name] != nil { expectations?.references.insert(name) }
        continue
      }
      if isPortable, (try? checkIsCalculable(name, in: scope, at: 0)) == nil { continue }
      if fits(nature, beside: neighbour) { expectations?.properties.insert(name) }
      if !isPortable, nature.kind?.isReference ?? false { expectations?.references.insert(name) }
    }
  }

  /// Whether a value can be beside what is there.
  private func fits(_ nature: ExpressionNature, beside neighbour: Neighbour?) -> Bool {
    guard let neighbour else { return true }
    var trial = self
    trial.expectations = nil
    let place = min(neighbour.operand.range.lowerBound, tokens.count - 1)
    let other = Operand(range: place...place, nature: nature)
    let (left, right) =
      neighbour.isAfter ? (other, neighbour.operand) : (neighbour.operand, other)
    do {
      switch ExpressionWords.powers[neighbour.symbol] {
      case 8, 9: _ = try trial.arithmetic(left, neighbour.symbol, right, at: place)
      case 4, 5:
        let isOrder = ExpressionWords.powers[neighbour.symbol] == 5
        try trial.checkValues(neighbour.operand, other, isOrder)
      default: if neighbour.symbol == "||" { try trial.checkIsShown(other) }
      }
      return true
    } catch {
      return false
    }
  }
}

extension Store {
  /// What can be at a place of an expression that somebody is writing.
  ///
  /// - Parameters:
  ///   - place: How many tokens are before what is written.
  ///   - type: The type whose properties the names in it are; nil if it is to have none.
  ///   - isComputation: Whether a property is computed so.
  public func expectations(
    at place: Int, in expression: Expression, for type: String?, isComputation: Bool = false
  ) -> ExpressionExpectations {
    var translator = ExpressionTranslator(
      expression.opened(at: place), for: types.first { $0.name == type }, among: types,
      isPortable: isComputation)
    return translator.expectations(at: place)
  }

  /// What can be at a place of an SQL statement that somebody is writing; nil in quotes, where
  /// anything can.
  ///
  /// - Parameters:
  ///   - start: the statement up to what is written.
  ///   - rest: what comes after that.
  public func expectations(
    inSQL start: String, before rest: String
  ) -> ExpressionExpectations? {
    guard let written = SQLText.tokens(of: start) else { return nil }
    let tokens = Array(
      written.drop { ["explain", "query", "plan"].contains($0.name?.asciiLowercased) })
    guard !tokens.isEmpty else {
      var expectations = ExpressionExpectations()
      expectations.words =
        [
          ["select", "values", "with", "explain"], ["select", "values", "with", "query"], ["plan"],
          ["select", "values", "with"],
        ][min(written.count, 3)]
      return expectations
    }
    // As a subselect.
    let expression = Expression(
      [.symbol("(")] + tokens + (SQLText.tokens(of: rest) ?? []) + [.symbol(")")])
    let place = tokens.count + 1
    var translator = ExpressionTranslator(
      expression.opened(at: place), for: nil, among: types, isLenient: true)
    let columns = (try? sql("SELECT * FROM history LIMIT 0").columns) ?? []
    let history = ExpressionScope.Source(
      alias: "history", columns: Dictionary(uniqueKeysWithValues: columns.map { ($0, .unknown) }))
    translator.common = [["history": history]]
    return translator.expectations(at: place)
  }
}

extension Expression {
  /// The expression with a token in it for what somebody is writing.
  fileprivate func opened(at place: Int) -> Expression {
    func moved<Element>(_ elements: [Int: Element]) -> [Int: Element] {
      Dictionary(
        uniqueKeysWithValues: elements.map { ($0.key < place ? $0.key : $0.key + 1, $0.value) })
    }
    var result = Expression(tokens, given: moved(given), moments: moved(moments))
    result.tokens.insert(.symbol(""), at: place)
    return result
  }
}

internal import Records

extension ExpressionParser {
  private typealias Source = ExpressionScope.Source

  /// Reads a subselect up to the bracket after it, and returns its results.
  ///
  /// A result that occurs more than once, for example in both halves of a `union`, is returned for
  /// each; for a `*`, none.
  mutating func subselect() throws(StoreError) -> [Operand] {
    try columns().flatMap(\.operands)
  }

  /// The results of one `select`.
  private struct Core {
    var operands: [Operand] = []
    var names: [String?] = []
    var hasStar = false

    /// The columns by name; nil if some have none that is known.
    var columns: [String: ExpressionNature]? {
      guard !hasStar else { return nil }
      var result: [String: ExpressionNature] = [:]
      for (name, operand) in zip(names, operands) {
        guard let name else { return nil }
        result[name] = operand.nature
      }
      return result
    }
  }

  private mutating func columns() throws(StoreError) -> [Core] {
    common.append([:])
    defer { common.removeLast() }
    if accept("with") { try commonTables() }
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    var cores = [try core()]
    while let word = keyword, ["union", "except", "intersect"].contains(word) {
      write(word.uppercased())
      if word == "union" { _ = accept("all") }
      scopes.removeSubrange(depth...)
      cores.append(try core())
    }
    // The order of a compound is by its results, which the first names.
    if cores.count > 1, let scope = scopes.popLast() {
      var results = ExpressionScope()
      results.aliases = cores[0].columns ?? scope.aliases
      scopes.append(results)
    }
    if keyword == "order" { try ordering() }
    if accept("limit") {
      _ = try expression()
      if accept("offset") || accept(symbol: ",") { _ = try expression() }
    }
    return cores
  }

  private mutating func commonTables() throws(StoreError) {
    let isRecursive = accept("recursive")
    repeat {
      guard let name = token?.name else { throw unexpected("a name") }
      try checkNew(name)
      write(name: name)
      var columns: [String: ExpressionNature]?
      if accept(symbol: "(") {
        columns = [:]
        repeat {
          guard let column = token?.name else { throw unexpected("a name") }
          columns?[column] = .unknown
          write(name: column)
        } while accept(symbol: ",")
        try require(symbol: ")")
      }
      try require("as")
      if accept("not") {
        try require("materialized")
      } else {
        _ = accept("materialized")
      }
      try require(symbol: "(")
      guard isSubselect(0) else { throw unexpected("a subselect") }
      if isRecursive {
        common[common.count - 1][name] = Source(alias: name, columns: columns)
      }
      let cores = try self.columns()
      try require(symbol: ")")
      common[common.count - 1][name] = Source(
        alias: name, columns: columns ?? cores[0].columns)
    } while accept(symbol: ",")
  }

  /// Refuses a name that would hide a type.
  private func checkNew(_ name: String) throws(StoreError) {
    if types.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      throw error("\(name) is a type; choose another name", kind: .name)
    }
  }

  /// Reads one `select` or `values` and leaves its scope for what follows.
  private mutating func core() throws(StoreError) -> Core {
    scopes.append(ExpressionScope())
    var core = Core()
    if accept("values") {
      repeat {
        try require(symbol: "(")
        repeat { core.operands.append(try expression()) } while accept(symbol: ",")
        try require(symbol: ")")
      } while accept(symbol: ",")
      core.names = Array(repeating: nil, count: core.operands.count)
      return core
    }
    try require("select")
    if !accept("distinct") { _ = accept("all") }
    // The results are written in front of what they are taken from.
    let results = position
    var end: Int?
    if let from = placeOfFrom() {
      position = from
      write("FROM")
      try sources()
      end = position
      position = results
    }
    repeat { try result(&core) } while accept(symbol: ",")
    if let end {
      guard keyword == "from" else { throw unexpected("\"from\"") }
      position = end
    }
    try conditions()
    return core
  }

  /// The place of the `from` of the `select` that is being read.
  private func placeOfFrom() -> Int? {
    var depth = 0
    for index in position..<tokens.count {
      switch tokens[index] {
      case .symbol("("): depth += 1
      case .symbol(")"):
        depth -= 1
        if depth < 0 { return nil }
      case .word(let word) where depth == 0:
        switch word.asciiLowercased {
        // `is distinct from` is an operator.
        case "from" where index > 0 && tokens[index - 1].name?.asciiLowercased != "distinct":
          return index
        case "union", "except", "intersect": return nil
        default: break
        }
      default: break
      }
    }
    return nil
  }

  private mutating func result(_ core: inout Core) throws(StoreError) {
    if accept(symbol: "*") {
      core.hasStar = true
      return
    }
    if let alias = token?.name, token(1) == .symbol("."), token(2) == .symbol("*") {
      guard scopes[scopes.count - 1].source(named: alias) != nil else {
        throw error("there is no type or alias \"\(alias)\" here", kind: .name)
      }
      write(name: alias)
      write(".")
      write("*")
      core.hasStar = true
      return
    }
    let start = position
    let operand = try expression()
    var name: String?
    if position == start + 1 { name = tokens[start].name }
    if position == start + 3, tokens[start + 1] == .symbol(".") { name = tokens[start + 2].name }
    if let alias = try alias(orOneOf: ["from", "where", "group", "order", "limit", "union"]) {
      name = alias
      scopes[scopes.count - 1].aliases[alias] = operand.nature
    }
    core.operands.append(operand)
    core.names.append(name)
  }

  /// Reads `as name`, or a name without `as`.
  private mutating func alias(orOneOf keywords: Set<String>) throws(StoreError) -> String? {
    if accept("as") {
      guard let name = token?.name else { throw unexpected("a name") }
      write(name: name)
      return name
    }
    switch token {
    case .quotedName(let name):
      write(name: name)
      return name
    case .word(let name) where !keywords.contains(name.asciiLowercased):
      guard !["except", "intersect", "having", "window"].contains(name.asciiLowercased) else {
        return nil
      }
      write(name: name)
      return name
    default: return nil
    }
  }

  // MARK: From

  private static let joinWords: Set<String> = [
    "natural", "left", "right", "full", "inner", "cross", "join", "on", "using", "where", "group",
    "order", "limit", "union", "as",
  ]

  private mutating func sources() throws(StoreError) {
    try source()
    while true {
      if accept(symbol: ",") {
        try source()
      } else if let word = keyword,
        ["natural", "left", "right", "full", "inner", "cross", "join"].contains(word)
      {
        _ = accept("natural")
        if let side = keyword, ["left", "right", "full"].contains(side) {
          write(side.uppercased())
          _ = accept("outer")
        } else if !accept("inner") {
          _ = accept("cross")
        }
        try require("join")
        try source()
      } else {
        return
      }
      if accept("on") {
        _ = try expression()
      } else if accept("using") {
        try require(symbol: "(")
        repeat {
          guard let name = token?.name else { throw unexpected("a name") }
          write(name: name)
        } while accept(symbol: ",")
        try require(symbol: ")")
      }
    }
  }

  private mutating func source() throws(StoreError) {
    var source: Source
    if symbol == "(" {
      write("(")
      guard isSubselect(0) else {
        try sources()
        try require(symbol: ")")
        return
      }
      // What is selected here cannot see the tables beside it.
      let own = scopes.removeLast()
      let cores = try columns()
      scopes.append(own)
      try require(symbol: ")")
      source = Source(alias: nil, columns: cores[0].columns)
    } else if let name = token?.name, token(1) != .symbol("("),
      let known = common.last(where: { $0[name] != nil })?[name]
    {
      source = known
      write(name: name)
    } else if let type = type(0), token(1) != .symbol("(") {
      source = Source(type, among: types)
      countedTypes.insert(type.name)
      write(name: type.name)
    } else if keyword == "json_each", token(1) == .symbol("(") {
      write("json_each")
      write("(")
      // The list is as a rule a property of a record around it.
      _ = try expression()
      try require(symbol: ")")
      source = Source(alias: "json_each", columns: ExpressionWords.itemColumns)
    } else {
      throw unknownType()
    }
    if let alias = try alias(orOneOf: Self.joinWords) { source.alias = alias }
    scopes[scopes.count - 1].sources.append(source)
  }

  // MARK: Behind from

  private mutating func conditions() throws(StoreError) {
    if accept("where") { _ = try expression() }
    if keyword == "group" {
      write("GROUP")
      try require("by")
      repeat { try term(isOrder: false) } while accept(symbol: ",")
      if accept("having") { _ = try expression() }
    }
    if accept("window") {
      repeat {
        guard let name = token?.name else { throw unexpected("a name") }
        write(name: name)
        try require("as")
        try windowDefinition()
      } while accept(symbol: ",")
    }
  }

  private mutating func ordering() throws(StoreError) {
    write("ORDER")
    try require("by")
    repeat { try term(isOrder: true) } while accept(symbol: ",")
  }

  /// Reads one thing to order or group by.
  private mutating func term(isOrder: Bool) throws(StoreError) {
    if case .number(let text) = token, let place = Int(text), (1...2000).contains(place),
      endsTerm(1)
    {
      // The place of a result, which would be a mere value if it were bound.
      write(String(place))
    } else {
      let operand = try expression()
      if operand.nature.isLong, !operand.nature.isComputed, isOrder {
        emission.wrap(operand.range, in: "decimal_key")
      }
    }
    guard isOrder else { return }
    if !accept("asc") { _ = accept("desc") }
    if accept("nulls"), !accept("first") { try require("last") }
  }

  private func endsTerm(_ distance: Int) -> Bool {
    switch token(distance) {
    case nil, .symbol(","), .symbol(")"): true
    case .word: true
    default: false
    }
  }

  // MARK: Windows

  mutating func window() throws(StoreError) {
    write("OVER")
    guard symbol != "(" else { return try windowDefinition() }
    guard let name = token?.name else { throw unexpected("a window") }
    write(name: name)
  }

  private mutating func windowDefinition() throws(StoreError) {
    try require(symbol: "(")
    if let name = token?.name,
      !["partition", "order", "rows", "range", "groups"].contains(name.asciiLowercased)
    {
      write(name: name)
    }
    if accept("partition") {
      try require("by")
      repeat { _ = try expression() } while accept(symbol: ",")
    }
    if keyword == "order" { try ordering() }
    if let unit = keyword, ["rows", "range", "groups"].contains(unit) {
      write(unit.uppercased())
      if accept("between") {
        try bound()
        try require("and")
      }
      try bound()
    }
    try require(symbol: ")")
  }

  private mutating func bound() throws(StoreError) {
    if accept("current") { return try require("row") }
    if !accept("unbounded") { _ = try expression(ExpressionWords.Power.and + 1) }
    if !accept("preceding") { try require("following") }
  }
}

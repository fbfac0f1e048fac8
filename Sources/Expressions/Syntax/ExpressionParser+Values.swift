internal import Records

extension ExpressionParser {
  mutating func primary() -> Node {
    let start = position
    if isAtCaret {
      position += 1
      return node(from: start, .missing)
    }
    guard let token else {
      if !canEnd() { return failed(unexpected("a value")) }
      return node(from: start, .missing)
    }
    let form: Node.Form
    switch token {
    case .text(let text): form = .text(text)
    case .date(let text): form = .date(text)
    case .number(let text): form = .number(text)
    case .sessionName: form = .sessionName
    case .quotedName: return path()
    case .word(let word): return self.word(word)
    case .symbol("("): return inBrackets()
    case .symbol(let sign) where ["-", "+", "~"].contains(sign):
      write(sign)
      let value = expression(ExpressionWords.Power.sign)
      return node(from: start, .signed(sign, value))
    case .symbol: return failed(unexpected("a value"))
    }
    position += 1
    return node(from: start, form)
  }

  private mutating func inBrackets() -> Node {
    let start = position
    open()
    let form: Node.Form = isSubselect(0) ? .subselect(subselect()) : .brackets(expressions())
    close()
    return node(from: start, form)
  }

  func isSubselect(_ distance: Int) -> Bool {
    guard let word = keyword(distance) else { return false }
    switch word {
    case "select", "with": return !isOperator(distance + 1)
    case "values": return token(distance + 1) == .symbol("(")
    default: return false
    }
  }

  /// Whether the word before the token must be a name, because the token is a symbol that cannot
  /// begin a value, or because the expression ends.
  private func isOperator(_ distance: Int) -> Bool {
    if position + distance == caret { return false }
    switch token(distance) {
    case nil: return !isPartial
    case .symbol(let symbol): return !["(", "*", "-", "+", "~"].contains(symbol)
    default: return false
    }
  }

  private mutating func word(_ word: String) -> Node {
    let start = position
    switch keyword {
    case let constant? where ["null", "true", "false"].contains(constant):
      write(constant.uppercased())
      return node(from: start, .constant(constant.uppercased()))
    case "not" where !isOperator(1):
      write("NOT")
      let value = expression(ExpressionWords.Power.not)
      return node(from: start, .not(value))
    case "exists" where token(1) == .symbol("("):
      write("EXISTS")
      let subselect = inBrackets()
      return node(from: start, .exists(subselect))
    case "case" where !isOperator(1): return choice()
    case "cast" where token(1) == .symbol("("): return cast()
    default: return token(1) == .symbol("(") ? call(word) : path()
    }
  }

  private mutating func choice() -> Node {
    let start = position
    write("CASE")
    note(["when"])
    let choice = Node.Choice()
    if keyword != "when" { choice.base = expression() }
    require("when")
    repeat {
      let condition = expression()
      require("then")
      choice.branches.append((condition, expression()))
    } while accept("when")
    if accept("else") { choice.otherwise = expression() }
    require("end")
    return node(from: start, .choice(choice))
  }

  private mutating func cast() -> Node {
    let start = position
    write("CAST")
    open()
    let value = expression()
    require("as")
    note(["boolean", "decimal", "double", "integer", "text"])
    guard let type = keyword, ExpressionWords.castTypes.contains(type) else {
      if canEnd() { return node(from: start, .cast(value, to: "text")) }
      let names = ["Boolean", "Decimal", "Double", "Integer", "Text"]
      guard let token, case .word = token else {
        return failed(unexpected("one of \(names.listed())"))
      }
      return failed(
        error(
          "a value cannot be cast as \(token.words); expected one of \(names.listed())",
          kind: .name,
          candidates: names))
    }
    write(type.uppercased())
    close()
    return node(from: start, .cast(value, to: type))
  }

  private mutating func path() -> Node {
    let start = position
    guard let name = token?.name else { return failed(unexpected("a name")) }
    var path = Node.Path(root: .name, names: [.init(text: name, place: position)])
    position += 1
    if symbol == "/", case .number(let number) = token(1), typeNames.contains(name),
      !ownNames.contains(name)
    {
      path.root = .number(number)
      position += 2
    } else if symbol == "[", isCalculatedKey {
      position += 1
      path.root = .calculatedKey(expression())
      if symbol != "]", !canEnd() { return failed(unexpected("\"]\"")) }
      position = min(position + 1, limit)
    } else if symbol == "[" {
      path.root = .key(position + 1)
      position = min(position + 2, limit)
      if symbol != "]", !canEnd() { return failed(unexpected("\"]\"")) }
      position = min(position + 1, limit)
    }
    while symbol == ".", token(1) != .symbol("*") {
      position += 1
      guard !isAtCaret, let name = token?.name else {
        path.isOpen = true
        if isAtCaret { position += 1 }
        break
      }
      path.names.append(.init(text: name, place: position))
      position += 1
    }
    return node(from: start, .path(path))
  }

  private var isCalculatedKey: Bool {
    guard let key = token(1), let next = token(2), position + 1 != caret else { return false }
    return next != .symbol("]") || key.name.map(ownNames.contains) ?? false
  }

  private mutating func call(_ word: String) -> Node {
    let start = position
    let function = ExpressionFunction.named(word.asciiLowercased)
    position += 1
    open()
    let call = Node.Call(word)
    call.function = function
    call.isDistinct = accept("distinct")
    if function?.name == "count", !call.isDistinct, symbol == "*" {
      write("*")
      call.hasStar = true
    } else if symbol != ")" {
      repeat {
        call.arguments.append(expression())
        if keyword == "where", function?.isOfLists == true, call.arguments.count == 1 {
          let place = position
          position += 1
          call.condition = (place, expression())
        }
      } while !(isAtCaret && call.arguments.count == function?.arity.upperBound)
        && accept(",")
    }
    close()
    if keyword == "filter", token(1) == .symbol("(") {
      write("FILTER")
      open()
      require("where")
      call.filter = expression()
      close()
    }
    if keyword == "over" { call.window = window() }
    return node(from: start, .call(call))
  }

  private typealias Power = ExpressionWords.Power

  private static let negated = ["between", "glob", "in", "like"]
  private static let operators =
    negated + ["and", "collate", "is", "isnull", "not", "notnull", "or"]

  mutating func operation(_ power: Int) -> Node.Operation? {
    note(Self.operators + (isPortable ? [] : ["regexp"]))
    let start = position
    guard let kind = operationKind(power) else { return nil }
    return Node.Operation(range(from: start), kind)
  }

  private mutating func operationKind(_ power: Int) -> Node.Operation.Kind? {
    if case .symbol(let symbol) = token, !isAtCaret {
      guard let own = ExpressionWords.powers[symbol], own >= power else { return nil }
      write(symbol)
      return .sign(symbol, expression(own + 1))
    }
    switch keyword {
    case "or", "and":
      let own = keyword == "or" ? Power.or : Power.and
      guard own >= power, let keyword else { return nil }
      write(keyword.uppercased())
      return .logic(keyword.uppercased(), expression(own + 1))
    case "collate" where Power.collate >= power:
      write("COLLATE")
      return .collate(collation())
    case "is", "isnull", "notnull", "in", "between", "like", "glob", "regexp":
      guard Power.equality >= power, let keyword else { return nil }
      return test(keyword, isNot: false)
    case "not" where position + 1 == caret:
      position += 1
      note(Self.negated + ["null"] + (isPortable ? [] : ["regexp"]))
      // No further tokens are possible.
      position = limit
      return .isNull("NOT NULL")
    case "not":
      guard Power.equality >= power, let next = keyword(1),
        ["in", "between", "like", "glob", "regexp", "null"].contains(next)
      else { return nil }
      write("NOT")
      return test(next, isNot: true)
    default: return nil
    }
  }

  private mutating func collation() -> String {
    let names = ExpressionWords.collations.sorted()
    note(names)
    guard let name = keyword, ExpressionWords.collations.contains(name) else {
      if canEnd() { return "BINARY" }
      if let token, case .word = token {
        fail(
          error(
            "there is no collation \(token.words); expected one of \(names.listed())", kind: .name,
            candidates: names))
      } else {
        fail(unexpected("one of \(names.listed())"))
      }
      return "BINARY"
    }
    write(name.uppercased())
    return name.uppercased()
  }

  private var isName: Bool {
    switch token {
    case .quotedName, .sessionName: true
    case .word(let word): !ExpressionWords.operators.contains(word.asciiLowercased)
    case .text, .number, .date, .symbol, nil: false
    }
  }

  private mutating func test(_ word: String, isNot: Bool) -> Node.Operation.Kind {
    write(word.uppercased())
    let next = Power.equality + 1
    switch word {
    case "is":
      var words = accept("not") ? "IS NOT" : "IS"
      if keyword == "distinct", keyword(1) == "from" {
        write("DISTINCT")
        write("FROM")
        words += " DISTINCT FROM"
      }
      return .isSame(words, expression(next))
    case "between":
      // Like SQLite, do not accept `or` between the bounds.
      let lower = expression(Power.and + 1)
      require("and")
      return .between(isNot: isNot, lower, expression(next))
    case "in":
      note(["("])
      if isAtCaret || isName { return .amongItems(isNot: isNot, expression(next)) }
      if symbol != "(", !canEnd() { fail(unexpected("a list in parentheses")) }
      open()
      if isSubselect(0) {
        let rows = subselect()
        close()
        return .amongRows(isNot: isNot, rows)
      }
      let items = symbol == ")" || position == limit ? [] : expressions()
      close()
      return .among(isNot: isNot, items)
    case "like", "glob", "regexp":
      let pattern = expression(next)
      let escape = word == "like" && accept("escape") ? expression(next) : nil
      return .matches(isNot: isNot, word, pattern, escape: escape)
    // `isnull`, `notnull`, `not null`
    default: return .isNull(isNot ? "NOT NULL" : word.uppercased())
    }
  }
}

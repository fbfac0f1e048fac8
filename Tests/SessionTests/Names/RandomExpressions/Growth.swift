import TestSupport
import ValuesTests

/// Creates random valid expressions of a given type.
struct Growth {
  var random: Seeded
  /// The types of the enclosing records, innermost last.
  private var scope = ["T"]

  init(_ random: Seeded) { self.random = random }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }
  mutating func chance(_ one: Int) -> Bool { random.below(one) == 0 }

  private var isInItem: Bool { scope.count > 1 }

  // MARK: Values

  /// - Parameter isTyped: Whether the kind must be known without context.
  mutating func tree(_ sort: Sort, _ depth: Int, isTyped: Bool = true) -> Tree {
    if sort == .truth { return condition(depth) }
    if depth == 0 || chance(6) { return leaf(sort, isTyped: isTyped) }
    if chance(3) || sort.isForm || sort == .choice || sort == .month || sort == .record {
      return chosen(sort, depth)
    }
    if chance(6), let tree = aggregate(sort, depth) { return tree }
    switch sort {
    case .whole: return whole(depth)
    case .decimal: return decimal(depth)
    case .text:
      if chance(2) { return call(pick(["upper", "lower"]), [.text], sort, depth) }
      return arithmetic((.text, "||", .text), sort, depth)
    case .day:
      switch random.below(5) {
      case 0: return call("date", [pick([.moment, .day])], sort, depth)
      case 1: return call("add_months", [.day, .whole], sort, depth)
      default: return arithmetic((.day, pick(["+", "-"]), .whole), sort, depth)
      }
    case .moment:
      if chance(6) { return call("datetime", [.moment], sort, depth) }
      return arithmetic((.moment, pick(["+", "-"]), .span), sort, depth)
    case .time: return call("time", [.moment], sort, depth)
    case .span: return span(depth)
    default: return leaf(sort, isTyped: isTyped)
    }
  }

  private mutating func leaf(_ sort: Sort, isTyped: Bool) -> Tree {
    let isQuoted = [.time, .span, .month, .choice].contains(sort) || sort.isForm
    if isQuoted && isTyped || random.below(5) < 3, let property = property(sort) { return property }
    return literal(sort, isTyped: isTyped)
  }

  private mutating func property(_ sort: Sort) -> Tree? {
    var names: [[String]] = []
    for (place, type) in scope.enumerated().reversed() {
      for column in World.columns[type] ?? [] where column.sort == sort {
        // The item's property hides that of the outer record.
        if scope[(place + 1)...].contains(where: { World.column(column.name, of: $0) != nil }) {
          continue
        }
        names.append([column.name])
      }
    }
    if names.isEmpty || chance(3), let step = references.randomElement(using: &random) {
      var path = [step]
      if chance(4) { path.append(pick(["boss", "pal"])) }
      let columns = (World.columns["T"] ?? []).filter { $0.sort == sort }
      if !columns.isEmpty { return Tree(form: .property(path + [pick(columns).name]), sort: sort) }
    }
    return names.isEmpty ? nil : Tree(form: .property(pick(names)), sort: sort)
  }

  private var references: [String] { ["boss", "pal"] }

  private mutating func literal(_ sort: Sort, isTyped: Bool) -> Tree {
    if sort == .decimal {
      let text = World.decimal(1 + random.below(18), 1 + random.below(12), &random)
      return Tree(form: .literal(.decimal(SchoolDecimal(text)), text), sort: sort)
    }
    let value = World.value(sort, &random)
    var text = World.written(value, sort)
    if sort.isForm, case .text(let kept) = value {
      let others = World.forms[sort]?.first { $0.kept == kept }?.others ?? []
      if !others.isEmpty, chance(2) { text = "\"\(pick(others))\"" }
    }
    guard !isTyped, sort == .day || sort == .moment, case .whole(let number) = value else {
      let isQuoted = text.hasPrefix("\"") && sort != .text
      return Tree(form: .literal(value, text), sort: sort, isTyped: !isQuoted)
    }
    if sort == .day {
      return Tree(form: .literal(value, "\"\(text)\""), sort: sort, isTyped: false)
    }
    // Without a zone, a text is in the user's time, two hours ahead.
    let ahead = number + World.hoursAhead * 3_600_000
    guard ahead < Days.all.upperBound * Days.millisecondsPerDay, chance(2) else {
      return Tree(form: .literal(value, "\"\(text)\""), sort: sort, isTyped: false)
    }
    let local = Answer.momentText(ahead).dropLast(5).replacing("T", with: " ")
    return Tree(form: .literal(value, "\"\(local)\""), sort: sort, isTyped: false)
  }

  // MARK: Functions

  private mutating func call(
    _ name: String, _ sorts: [Sort], _ sort: Sort, _ depth: Int
  ) -> Tree {
    Tree(form: .call(name, sorts.map { tree($0, depth - 1) }), sort: sort)
  }

  private mutating func arithmetic(
    _ parts: (Sort, String, Sort), _ sort: Sort, _ depth: Int
  ) -> Tree {
    // A quoted text gets the kind of its neighbour, unless that is a text.
    let canQuote =
      parts.0 == parts.2 && (parts.0 == .span || parts.0 == .time) && parts.1 != "/"
    let quoted = random.below(2)
    let left = tree(parts.0, depth - 1, isTyped: !canQuote || quoted == 1)
    let isRightTyped =
      parts.0.isNumber || parts.0 == .day || parts.0 == .text || parts.2.isNumber
      || parts.1 == "/" || canQuote && quoted == 0
    return Tree(
      form: .arithmetic(left, parts.1, tree(parts.2, depth - 1, isTyped: isRightTyped)), sort: sort)
  }

  private mutating func whole(_ depth: Int) -> Tree {
    switch random.below(14) {
    case 0: return Tree(form: .negated(tree(.whole, depth - 1)), sort: .whole)
    case 1: return call(pick(["abs", "round", "floor", "ceil", "trunc"]), [.whole], .whole, depth)
    case 2: return call("length", [.text], .whole, depth)
    case 3: return call("year", [pick([.day, .moment])], .whole, depth)
    case 4: return arithmetic((.day, "-", .day), .whole, depth)
    case 5: return arithmetic((.span, "/", .span), .whole, depth)
    case 6: return call("sign", [pick([.whole, .decimal])], .whole, depth)
    case 7: return call("mod", [.whole, .whole], .whole, depth)
    default: return arithmetic((.whole, pick(["+", "-", "*", "/", "%"]), .whole), .whole, depth)
    }
  }

  private mutating func decimal(_ depth: Int) -> Tree {
    switch random.below(12) {
    case 0: return Tree(form: .negated(tree(.decimal, depth - 1)), sort: .decimal)
    case 1:
      return call(pick(["abs", "floor", "ceil", "trunc", "round"]), [.decimal], .decimal, depth)
    case 2:
      let digits = Tree(form: .literal(.whole(1), "1"), sort: .whole)
      let more = Tree(form: .literal(.whole(3), "3"), sort: .whole)
      return Tree(
        form: .call("round", [tree(.decimal, depth - 1), pick([digits, more])]), sort: .decimal)
    case 3: return call("mod", [.decimal, pick([.decimal, .whole])], .decimal, depth)
    default:
      let sign = pick(["+", "-", "*", "+", "-", "*", "/", "%"])
      let sorts = pick([(Sort.decimal, Sort.decimal), (.decimal, .whole), (.whole, .decimal)])
      return arithmetic((sorts.0, sign, sorts.1), .decimal, depth)
    }
  }

  private mutating func span(_ depth: Int) -> Tree {
    switch random.below(9) {
    case 0: return arithmetic((.time, "-", .time), .span, depth)
    case 1: return arithmetic((.moment, "-", .moment), .span, depth)
    case 2: return arithmetic((.span, pick(["*", "/"]), .whole), .span, depth)
    case 3: return arithmetic((.whole, "*", .span), .span, depth)
    case 4: return Tree(form: .negated(tree(.span, depth - 1)), sort: .span)
    case 5: return call("abs", [.span], .span, depth)
    default: return arithmetic((.span, pick(["+", "-"]), .span), .span, depth)
    }
  }

  private mutating func chosen(_ sort: Sort, _ depth: Int) -> Tree {
    let isOrdered = sort != .truth && sort != .record && !sort.isForm
    let list = values(sort, 2 + random.below(2), depth)
    func made(_ form: Tree.Form) -> Tree { Tree(form: form, sort: sort) }
    switch random.below(8) {
    case 0, 1: return made(.call("coalesce", list))
    case 2: return made(.call("ifnull", Array(list.prefix(2))))
    case 3 where sort != .decimal:
      return made(.call("nullif", values(sort, 2, depth, canBeNull: false)))
    case 4 where isOrdered:
      return made(.call(pick(["min", "max"]), values(sort, list.count, depth, canBeNull: false)))
    case 6:
      return made(.call("iif", [condition(depth - 1)] + list.prefix(2)))
    case 7:
      let base = pick([Sort.whole, .text, .span, .choice, .decimal])
      let cases = values(base, 3, depth)
      return made(
        .matches(
          cases[0], [(cases[1], list[0]), (cases[2], list[1])], list.count > 2 ? list[2] : nil))
    default:
      return made(
        .branches(
          [(condition(depth - 1), list[0]), (condition(depth - 1), list[1])],
          list.count > 2 ? list[2] : nil))
    }
  }

  /// At least one value determines the kind.
  private mutating func values(
    _ sort: Sort, _ count: Int, _ depth: Int, canBeNull: Bool = true
  ) -> [Tree] {
    let typed = random.below(min(count, 2))
    return (0..<count).map { place in
      if place != typed, canBeNull, chance(8) { return Tree(form: Tree.null.form, sort: sort) }
      if place != typed, sort == .decimal, chance(3) { return tree(.whole, depth - 1) }
      return tree(sort, depth - 1, isTyped: place == typed)
    }
  }

  // MARK: Lists

  /// - Parameter owner: The type that has the property.
  private mutating func rows(_ property: String?, of owner: String) -> Tree.Rows {
    var all: [Tree.Rows] = [
      .init(path: ["boss", "rs"], type: "R"), .init(path: ["pal", "rs"], type: "R"),
    ]
    // Inside an aggregate, the name of a type is the current row.
    let isInR = scope.dropFirst().contains("R")
    let isInT = scope.dropFirst().contains("T")
    if !isInR { all.append(.init(path: ["R"], type: "R")) }
    if !isInT { all += [.init(path: ["T"], type: "T"), .init(path: ["T", "rs"], type: "R")] }
    if !isInItem {
      all += [.init(path: ["rs"], type: "R"), .init(path: ["boss", "boss", "rs"], type: "R")]
    }
    var rows = pick(all.filter { owner == "T" || $0.type == "R" })
    rows.property = property
    if rows.type == "R", owner == "T" { rows.steps = ["boss"] }
    if owner == "T", chance(4) { rows.steps.append("pal") }
    return rows
  }

  mutating func aggregate(_ sort: Sort, _ depth: Int) -> Tree? {
    let name =
      switch sort {
      case .whole: pick(["count", "count", "sum", "min", "max"])
      case .decimal: pick(["sum", "avg", "min", "max"])
      case .span: pick(["sum", "avg", "min", "max"])
      case .fraction: "avg"
      default: pick(["min", "max"])
      }
    let wanted = sort == .fraction ? Sort.whole : sort
    if sort == .truth || sort == .record || sort.isForm { return nil }
    let type = pick(["R", "T"])
    let columns = (World.columns[type] ?? []).filter {
      $0.sort == wanted || name == "count" && $0.sort != .record
    }
    if columns.isEmpty { return nil }
    let property = name == "count" && chance(2) ? nil : pick(columns).name
    let rows = rows(property, of: type)
    var test: Tree?
    if depth > 0, scope.count < 3, chance(2) {
      scope.append(rows.type)
      test = condition(depth - 1)
      scope.removeLast()
    }
    return Tree(form: .aggregate(name, rows, where: test), sort: sort)
  }

  // MARK: Conditions

  mutating func condition(_ depth: Int) -> Tree {
    func made(_ form: Tree.Form) -> Tree { Tree(form: form, sort: .truth) }
    if depth == 0 {
      if chance(3), let flag = property(.truth) { return flag }
      let list = pair(pick([.whole, .decimal, .choice, .span, .day]), 0)
      return made(.comparison(list[0], pick(["<", "=", ">="]), list[1]))
    }
    let all: [Sort] = [
      .whole, .whole, .decimal, .decimal, .decimal, .text, .day, .moment, .time, .span, .span,
      .month, .choice, .choice, .record, .hex, .iban, .phone, .mail, .card,
    ]
    let sort = pick(all)
    let isOrdered = sort != .record && !sort.isForm
    switch random.below(14) {
    case 0, 1, 2, 3:
      let signs = isOrdered ? ["=", "<>", "<", "<=", ">", ">="] : ["=", "<>"]
      let list = pair(sort, depth)
      return made(.comparison(list[0], pick(signs), list[1]))
    case 4:
      let list = pair(sort, depth)
      return made(.same(list[0], isNot: chance(2), chance(4) ? Tree.null : list[1]))
    case 5 where isOrdered:
      let list = values(sort, 3, depth, canBeNull: false)
      return made(.between(list[0], isNot: chance(2), list[1], list[2]))
    case 6:
      let list = values(sort, 3 + random.below(2), depth)
      return made(.among(list[0], isNot: chance(2), Array(list.dropFirst())))
    case 7:
      let choices: [(Sort, String, String)] = [
        (.whole, "i", "R"), (.text, "u", "R"), (.choice, "c", "T"), (.span, "spent", "R"),
        (.day, "day", "R"), (.whole, "j", "T"),
      ]
      let (sort, name, type) = pick(choices)
      return made(
        .item(tree(sort, depth - 1), isNot: chance(2), rows(name, of: type)))
    case 8: return made(.item(tree(.record, 0), isNot: chance(2), rows(nil, of: "T")))
    case 9: return made(.not(condition(depth - 1)))
    case 10, 11, 12:
      return made(.logic(condition(depth - 1), pick(["and", "or"]), condition(depth - 1)))
    default: return property(.truth) ?? made(.not(condition(depth - 1)))
    }
  }

  /// At least one value determines the kind.
  private mutating func pair(_ sort: Sort, _ depth: Int) -> [Tree] {
    values(sort, 2, max(depth, 1))
  }
}

struct Tree {
  indirect enum Form {
    case literal(Answer, String)
    /// A property after some references: `boss.pal.i`.
    case property([String])
    case negated(Tree)
    case arithmetic(Tree, String, Tree)
    case call(String, [Tree])
    /// `case when … then … else … end`
    case branches([(Tree, Tree)], Tree?)
    /// `case … when … then … else … end`
    case matches(Tree, [(Tree, Tree)], Tree?)
    case comparison(Tree, String, Tree)
    /// `is` and `is not`, for which nil is a value.
    case same(Tree, isNot: Bool, Tree)
    case between(Tree, isNot: Bool, Tree, Tree)
    case among(Tree, isNot: Bool, [Tree])
    /// `in` with a list or the records of a type.
    case item(Tree, isNot: Bool, Rows)
    case logic(Tree, String, Tree)
    case not(Tree)
    case aggregate(String, Rows, where: Tree?)
  }

  /// The rows of an aggregate: the values on a path with lists.
  struct Rows {
    /// Up to the last list; starts with a reference or a type.
    var path: [String]
    /// The type of the list's records, which a condition can read.
    var type: String
    var steps: [String] = []
    /// nil for the records themselves.
    var property: String?

    var text: String { (path + steps + [property].compactMap { $0 }).joined(separator: ".") }
    /// The type that has the property.
    var owner: String { steps.isEmpty ? type : "T" }
  }

  var form: Form
  var sort: Sort
  /// Whether the kind is known without context; false for a quoted time.
  var isTyped = true

  static var null: Tree { Tree(form: .literal(.null, "nil"), sort: .whole) }

  var text: String {
    switch form {
    case .literal(_, let text): text
    case .property(let path): path.joined(separator: ".")
    case .negated(let tree): "(- \(tree.text))"
    case .arithmetic(let left, let sign, let right): "(\(left.text) \(sign) \(right.text))"
    case .call(let name, let list): "\(name)(\(list.map(\.text).joined(separator: ", ")))"
    case .branches(let branches, let other):
      "case \(Self.text(branches))\(other.map { "else \($0.text) " } ?? "")end"
    case .matches(let base, let branches, let other):
      "case \(base.text) \(Self.text(branches))\(other.map { "else \($0.text) " } ?? "")end"
    case .comparison(let left, let sign, let right): "(\(left.text) \(sign) \(right.text))"
    case .same(let left, let isNot, let right):
      "(\(left.text) is \(isNot ? "not " : "")\(right.text))"
    case .between(let tree, let isNot, let low, let high):
      "(\(tree.text) \(isNot ? "not " : "")between \(low.text) and \(high.text))"
    case .among(let tree, let isNot, let list):
      "(\(tree.text) \(isNot ? "not " : "")in (\(list.map(\.text).joined(separator: ", "))))"
    case .item(let tree, let isNot, let rows):
      "(\(tree.text) \(isNot ? "not " : "")in \(rows.text))"
    case .logic(let left, let word, let right): "(\(left.text) \(word) \(right.text))"
    case .not(let tree): "(not \(tree.text))"
    case .aggregate(let name, let rows, let test):
      "\(name)(\(rows.text)\(test.map { " where \($0.text)" } ?? ""))"
    }
  }

  private static func text(_ branches: [(Tree, Tree)]) -> String {
    branches.map { "when \($0.text) then \($1.text) " }.joined()
  }

  /// Parts in the same scope, for reducing a failure.
  var parts: [Tree] {
    let all: [Tree] =
      switch form {
      case .literal, .property, .aggregate: []
      case .negated(let tree), .not(let tree), .item(let tree, _, _): [tree]
      case .arithmetic(let left, _, let right), .comparison(let left, _, let right),
        .same(let left, _, let right), .logic(let left, _, let right):
        [left, right]
      case .call(_, let list): list
      case .branches(let branches, let other):
        branches.flatMap { [$0, $1] } + [other].compactMap { $0 }
      case .matches(let base, let branches, let other):
        [base] + branches.flatMap { [$0, $1] } + [other].compactMap { $0 }
      case .between(let tree, _, let low, let high): [tree, low, high]
      case .among(let tree, _, let list): [tree] + list
      }
    return all.filter(\.isTyped)
  }
}

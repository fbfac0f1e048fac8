internal import Records

/// A node of the syntax tree, including the results of later passes.
///
/// Each pass reads the results of earlier passes. The parser creates the tree, name resolution sets
/// ``meaning``, and kind inference sets ``type``, ``reading``, ``conversion`` and the plans in
/// ``Operation`` and ``Call``.
final class ExpressionNode {
  indirect enum Form {
    case text(String)
    case date(String)
    case number(String)
    case sessionName
    /// `NULL`, `TRUE` or `FALSE`.
    case constant(String)
    case path(Path)
    case brackets([ExpressionNode])
    case subselect(Subselect)
    case signed(String, ExpressionNode)
    case not(ExpressionNode)
    case exists(ExpressionNode)
    case choice(Choice)
    case cast(ExpressionNode, to: String)
    case call(Call)
    /// Operations from left to right; the left operand of each operation is everything before it.
    case operations(ExpressionNode, [Operation])
    /// A missing operand: at the caret, at the end of an incomplete expression, or at an error.
    case missing
  }

  let range: ClosedRange<Int>
  let form: Form

  var meaning: Meaning?
  var type = InferredType.unknown
  /// The value of a literal; if necessary, converted to the kind of the other operand.
  var reading: SQLValue?
  var conversion = Conversion.none

  init(_ range: ClosedRange<Int>, _ form: Form) { (self.range, self.form) = (range, form) }

  /// `age`, `boss.name`, `Person/3.age`
  struct Path {
    enum Root {
      case name
      case number(String)
      /// The token index of the key in `Person["Ann"]`.
      case key(Int)
      /// `Person[who]`
      case calculatedKey(ExpressionNode)
    }

    struct Name {
      var text: String
      var place: Int
    }

    var root: Root
    var names: [Name]
    /// Whether the path ends with a dot.
    var isOpen = false

    var goesOn: Bool { names.count > 1 || isOpen }
  }

  final class Choice {
    var base: ExpressionNode?
    var branches: [(condition: ExpressionNode, result: ExpressionNode)] = []
    var otherwise: ExpressionNode?
    var comparison = Conversion.none

    var results: [ExpressionNode] { branches.map(\.result) + (otherwise.map { [$0] } ?? []) }
  }

  final class Call {
    let word: String
    var arguments: [ExpressionNode] = []
    var isDistinct = false
    var hasStar = false
    /// The `where` of an aggregate.
    var condition: (place: Int, node: ExpressionNode)?
    var filter: ExpressionNode?
    var window: [Part]?
    var function: ExpressionFunction?
    var plan: CallPlan?

    init(_ word: String) { self.word = word }
  }

  final class Operation {
    enum Kind {
      case sign(String, ExpressionNode)
      case logic(String, ExpressionNode)
      /// `IS`, perhaps followed by `NOT` or `DISTINCT FROM`.
      case isSame(String, ExpressionNode)
      case between(isNot: Bool, ExpressionNode, ExpressionNode)
      case among(isNot: Bool, [ExpressionNode])
      case amongItems(isNot: Bool, ExpressionNode)
      case amongRows(isNot: Bool, Subselect)
      case matches(isNot: Bool, String, ExpressionNode, escape: ExpressionNode?)
      case isNull(String)
      case collate(String)
    }

    /// The tokens from the operator to the end of its right operand.
    let range: ClosedRange<Int>
    let kind: Kind
    var plan = OperationPlan.plain

    init(_ range: ClosedRange<Int>, _ kind: Kind) { (self.range, self.kind) = (range, kind) }
  }

  enum Part {
    case word(String, at: Int)
    case name(String, at: Int)
    case node(ExpressionNode)
    case order(ExpressionNode)
    case subselect(Subselect)
  }

  final class Subselect {
    struct Common {
      var name: Path.Name
      var columns: [String]?
      var body: Subselect
    }

    let place: Int
    var isRecursive = false
    var common: [Common] = []
    var cores: [Core] = []
    /// In source order; a nested subselect is one part.
    var parts: [Part] = []

    init(_ place: Int) { self.place = place }
  }

  struct Core {
    struct Result {
      var node: ExpressionNode
      var alias: String?
    }

    /// The results, without the results of `*`.
    var results: [Result] = []
    /// The names of the sources before `.*`.
    var stars: [Path.Name] = []
    var hasStar = false
    var sources: [Source] = []
    var conditions: [ExpressionNode] = []
    /// The terms of `group by` and of the `window` clause.
    var terms: [ExpressionNode] = []
    var order: [ExpressionNode] = []
    var limits: [ExpressionNode] = []
  }

  struct Source {
    enum Rows {
      case table(Path.Name)
      case subselect(Subselect)
      case items(ExpressionNode)
    }

    var rows: Rows
    var alias: String?
  }
}

extension [ExpressionNode.Part] {
  var nodes: [ExpressionNode] {
    compactMap { part in
      switch part {
      case .node(let node), .order(let node): node
      case .word, .name, .subselect: nil
      }
    }
  }
}

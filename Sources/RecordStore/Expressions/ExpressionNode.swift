internal import Records

/// A part of an expression as the grammar has it; what its names mean is found out later.
struct ExpressionNode {
  /// What stands in the place of a value.
  indirect enum Form {
    case text(String)
    /// A date or a date with time, as ISO text.
    case date(String)
    case number(String)
    case sessionName
    /// `null`, `true` or `false`.
    case constant(isNull: Bool)
    case path(Path)
    /// What is in brackets: one value, or several.
    case brackets([ExpressionNode])
    case subselect(Subselect)
    /// `-`, `+` or `~` before a value.
    case signed(String, ExpressionNode)
    /// `not` or `exists` before a value.
    case test(ExpressionNode)
    case choice(Choice)
    case cast(ExpressionNode, to: String)
    case call(Call)
    /// Operators one after the other, each with all before it on its left.
    case operations(ExpressionNode, [Operation])
    /// Nothing yet: the end of a part, or where somebody is writing.
    case missing
  }

  /// The places of its tokens.
  var range: ClosedRange<Int>
  var form: Form

  /// A name, a path, or a record with what is read of it: `age`, `boss.name`, `Person/3.age`.
  struct Path {
    /// What a path begins with.
    enum Root {
      case name
      /// The type of a record with its number, `Person/3`.
      case number(String)
      /// The type of a record with its key, `Person["Ann"]`, which is the token at the place.
      case key(Int)
    }

    struct Name {
      var text: String
      var place: Int
    }

    var root: Root
    /// The names that the points join, of which the first is the root's.
    var names: [Name]
    /// Whether nothing follows the last point.
    var isOpen = false
  }

  /// `case … when … then … else … end`.
  struct Choice {
    var base: ExpressionNode?
    var branches: [(condition: ExpressionNode, result: ExpressionNode)]
    var otherwise: ExpressionNode?
  }

  struct Call {
    /// The function as written.
    var word: String
    var arguments: [ExpressionNode]
    var isDistinct = false
    /// The place of `where` in an aggregate of a list or a type, and what follows it.
    var condition: (place: Int, node: ExpressionNode)?
    /// What `filter` asks.
    var filter: ExpressionNode?
    /// What is in the brackets of `over`; nil without it.
    var window: Window?
  }

  struct Window {
    var nodes: [ExpressionNode] = []
    var order: [ExpressionNode] = []
  }

  /// An operator with its right side.
  struct Operation {
    enum Kind {
      /// One that is a sign.
      case sign(String, ExpressionNode)
      /// `and` or `or`.
      case logic(ExpressionNode)
      case isSame(ExpressionNode)
      case between(ExpressionNode, ExpressionNode)
      case among([ExpressionNode])
      /// `in` with a list that is not written out: `"a" in tags`.
      case amongItems(ExpressionNode)
      case amongRows(Subselect)
      /// `like`, `glob` or `regexp`.
      case matches(String, ExpressionNode, escape: ExpressionNode?)
      case isNull
      case collate
    }

    /// The places from the operator to the end of its right side.
    var range: ClosedRange<Int>
    var kind: Kind
  }

  // MARK: Subselects

  struct Subselect {
    struct Common {
      var name: Path.Name
      var columns: [String]?
      var body: Subselect
    }

    /// The place of its first word.
    var place: Int
    var isRecursive = false
    var common: [Common] = []
    var cores: [Core] = []
  }

  /// One `select` or `values`.
  struct Core {
    struct Result {
      var node: ExpressionNode
      var alias: String?
    }

    /// The results; those of a `*` are not among them.
    var results: [Result] = []
    /// The names before `.*`.
    var stars: [Path.Name] = []
    var hasStar = false
    var sources: [Source] = []
    /// What stands after `on`, `where`, `group by` and `having`.
    var conditions: [ExpressionNode] = []
    var windows: [Window] = []
    var order: [ExpressionNode] = []
    var limits: [ExpressionNode] = []
  }

  /// What a `select` reads.
  struct Source {
    enum Rows {
      case table(Path.Name)
      case subselect(Subselect)
      /// The items of a list, `json_each(…)`.
      case items(ExpressionNode)
    }

    var rows: Rows
    var alias: String?
  }
}

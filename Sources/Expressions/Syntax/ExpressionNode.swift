internal import Records

/// A part of an expression: what the grammar has it as, and what the passes after the parser find
/// out about it.
///
/// Each pass writes its own notes and reads those of the passes before: the parser ``form``, names
/// ``meaning``, kinds ``type``, ``reading`` and the notes in ``Operation`` and ``Call``.
final class ExpressionNode {
  /// What stands in the place of a value.
  indirect enum Form {
    case text(String)
    /// A date or a date with time, as ISO text.
    case date(String)
    case number(String)
    case sessionName
    /// `null`, `true` or `false`, as SQL writes it.
    case constant(String)
    case path(Path)
    /// What is in brackets: one value, or several.
    case brackets([ExpressionNode])
    case subselect(Subselect)
    /// `-`, `+` or `~` before a value.
    case signed(String, ExpressionNode)
    case not(ExpressionNode)
    case exists(ExpressionNode)
    case choice(Choice)
    case cast(ExpressionNode, to: String)
    case call(Call)
    /// Operators one after the other, each with all before it on its left.
    case operations(ExpressionNode, [Operation])
    /// Nothing yet: the end of a part, or where somebody is writing.
    case missing
  }

  /// The places of its tokens.
  let range: ClosedRange<Int>
  let form: Form

  /// What the names are that it consists of.
  var meaning: Meaning?
  /// What is known of its value.
  var type = InferredType.unknown
  /// What a literal is as a value of the kind that is called for beside it.
  var reading: SQLValue?
  /// What is done to the value, so that it is of the kind of others that it is chosen among.
  var conversion = Conversion.none

  init(_ range: ClosedRange<Int>, _ form: Form) {
    self.range = range
    self.form = form
  }

  /// A name, a path, or a record with what is read of it: `age`, `boss.name`, `Person/3.age`.
  struct Path {
    /// What a path begins with.
    enum Root {
      case name
      /// The type of a record with its number, `Person/3`.
      case number(String)
      /// The type of a record with its key, `Person["Ann"]`, which is the token at the place.
      case key(Int)
      /// The type of a record whose key is calculated, `Person[who]`.
      case calculatedKey(ExpressionNode)
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

    var goesOn: Bool { names.count > 1 || isOpen }
  }

  /// `case … when … then … else … end`.
  final class Choice {
    var base: ExpressionNode?
    var branches: [(condition: ExpressionNode, result: ExpressionNode)] = []
    var otherwise: ExpressionNode?
    /// What is done to the base and to what it is compared with.
    var comparison = Conversion.none

    var results: [ExpressionNode] { branches.map(\.result) + (otherwise.map { [$0] } ?? []) }
  }

  final class Call {
    /// The function as written.
    let word: String
    var arguments: [ExpressionNode] = []
    var isDistinct = false
    /// Whether a `*` stands in place of arguments.
    var hasStar = false
    /// The place of `where` in an aggregate of a list or a type, and what follows it.
    var condition: (place: Int, node: ExpressionNode)?
    /// What `filter` asks.
    var filter: ExpressionNode?
    /// What is in the brackets of `over`; nil without it.
    var window: [Part]?
    /// The function that it calls; nil where there is none of that name.
    var function: ExpressionFunction?
    /// How SQL writes the call, where that is not as it is written.
    var plan: CallPlan?

    init(_ word: String) { self.word = word }
  }

  /// An operator with its right side.
  final class Operation {
    enum Kind {
      /// One that is a sign.
      case sign(String, ExpressionNode)
      /// `and` or `or`.
      case logic(String, ExpressionNode)
      /// `is` and what may follow it, such as `is not distinct from`.
      case isSame(String, ExpressionNode)
      case between(isNot: Bool, ExpressionNode, ExpressionNode)
      case among(isNot: Bool, [ExpressionNode])
      /// `in` with a list that is not written out: `"a" in tags`.
      case amongItems(isNot: Bool, ExpressionNode)
      case amongRows(isNot: Bool, Subselect)
      /// `like`, `glob` or `regexp`.
      case matches(isNot: Bool, String, ExpressionNode, escape: ExpressionNode?)
      /// `isnull`, `notnull` or `not null`.
      case isNull(String)
      case collate(String)
    }

    /// The places from the operator to the end of its right side.
    let range: ClosedRange<Int>
    let kind: Kind
    /// How SQL calculates it, where that is not by the operator alone.
    var plan = OperationPlan.plain

    init(_ range: ClosedRange<Int>, _ kind: Kind) {
      self.range = range
      self.kind = kind
    }
  }

  // MARK: Subselects

  /// A piece of what is written in SQL's own grammar, with expressions in it.
  enum Part {
    /// A known word or sign, at its place.
    case word(String, at: Int)
    /// A name that is whatever its author wants.
    case name(String, at: Int)
    case node(ExpressionNode)
    /// What rows are ordered by.
    case order(ExpressionNode)
    case subselect(Subselect)
  }

  final class Subselect {
    struct Common {
      var name: Path.Name
      var columns: [String]?
      var body: Subselect
    }

    /// The place of its first word.
    let place: Int
    var isRecursive = false
    var common: [Common] = []
    var cores: [Core] = []
    /// All of it in the order it is written.
    var parts: [Part] = []

    init(_ place: Int) { self.place = place }
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
    /// What stands after `on`, `where` and `having`.
    var conditions: [ExpressionNode] = []
    /// What stands after `group by`, and in windows.
    var terms: [ExpressionNode] = []
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

extension [ExpressionNode.Part] {
  /// The expressions among the parts.
  var nodes: [ExpressionNode] {
    compactMap { part in
      switch part {
      case .node(let node), .order(let node): node
      case .word, .name, .subselect: nil
      }
    }
  }
}

/// A completion candidate: literal text, or a category whose members only a session knows.
package enum CompletionCategory: Hashable, Sendable {
  package enum RecordUse: Hashable, Sendable {
    case itself
    case property
    case either
    /// A past state of a record, with or without a property; the record may be deleted.
    case past
    /// A record for `put`, with its key in brackets; the record need not exist.
    case put
    /// A list property, or a property that leads to a list.
    case list
  }

  package enum Owner: Hashable, Sendable {
    case type(String)
    case record(RecordSyntax)
    /// The record that `put` creates or updates, with its key already given.
    case put(type: String)
    case path(PathSyntax)
  }

  package enum RuleOwners: Hashable, Sendable {
    case anyType
    case typesWithRules
  }

  package enum InteractorChoice: Hashable, Sendable {
    case any
    /// Interactors that follow their property or record.
    case active
    case inactive
    /// Active fields and forms of existing records.
    case field
    case property
    case form
    case nested
  }

  package enum ViewChoice: Hashable, Sendable {
    case formatter(of: String?)
    case screen
    case layout
    case menuCommand
    case anyCommand
    case ownCommand
    case keptHandler
  }

  case word(String)
  /// A sign, which needs no surrounding white space.
  case sign(String)
  /// The first word of a command, offered only if the command is possible.
  case verb(String)
  /// An option not given yet, without `--`.
  case option(String)
  case type
  /// A type and a dot; a rule or a property follows.
  case ruleOwner(RuleOwners)
  case rule(ofType: String)
  /// A session name, or a type with a number or a key.
  case record(RecordUse)
  case number(ofType: String)
  case key(ofType: String)
  case property(of: Owner)
  case listProperty(of: Owner)
  case place(in: PathSyntax)
  /// A property and `=`; excludes properties that the command has already assigned.
  case assignment(of: Owner, except: Set<String>)
  case value(of: Owner, property: String)
  case item(of: Owner, property: String)
  case expression(ExpressionStart)
  /// A property of the type being defined, or a column named in this command.
  case definedOperand(String)
  /// - Parameter following: The SQL after the caret.
  case sql(following: String)
  case sessionName
  case interactor(InteractorChoice)
  case part(of: InteractorSyntax, InteractorChoice)
  /// A clause, if the property as defined so far can have it.
  case clause(String, of: PropertySyntax)
  /// The word `grouped`, if the property is an `Integer` or `Decimal`.
  case grouped(PathSyntax)
  /// The word `local`, if the property is a date.
  case local(PathSyntax)
  /// The word `format`, if the property is a number.
  case format(PathSyntax)
  /// The word `where`, if a type has the name.
  case condition(of: String)
  case view(ViewChoice)
  case topic
  case file
  case locale
  case actor
  case transaction
}

package struct ExpressionStart: Hashable, Sendable {
  package var tokens: [WrittenToken]
  /// The tokens of the expression after the caret, up to the first invalid one.
  package var following: [WrittenToken] = []
  package var owner: CompletionCategory.Owner?
  /// Whether the expression defines a computed property, which can use only portable functions and
  /// its own record.
  package var isComputation: Bool
  /// Words that end the expression; a property of that name needs backticks.
  package var reserved: [String]
  /// Whether `old` is the record before a change.
  package var hasFormer = false
}

package struct Expectations: Hashable, Sendable {
  /// Start of the word that ends at the caret, in Unicode scalars, zero-based; the caret if there
  /// is no word.
  package var start: Int
  /// The decoded text so far, if the word begins with an unclosed quotation mark.
  package var openText: String?
  /// Not filtered by the word typed so far, except that most options need a `-`; empty in a comment
  /// or after a mistake.
  package var alternatives: Set<CompletionCategory>
  package var locals: [BlockSyntax.Local] = []
}

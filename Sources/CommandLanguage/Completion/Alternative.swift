/// One thing that can be at a place of a command.
///
/// It is what the grammar looks for there, and so a category where only a session knows the names.
package enum Alternative: Hashable, Sendable {
  /// What follows a record.
  package enum RecordUse: Hashable, Sendable {
    /// Nothing: the record itself is meant.
    case itself
    /// A point and a property.
    case property
    /// One or the other.
    case either
    /// One or the other, and the record may have been deleted.
    case past
    /// A key in brackets, and the record need not exist.
    case put
    /// A point and a property that is a list, or one that leads to such.
    case list
  }

  /// What a property belongs to.
  package enum Owner: Hashable, Sendable {
    /// Every record of a type.
    case type(String)
    /// A record.
    case record(RecordSyntax)
    /// The record of a type that `put` makes or sets, whose key is in brackets already.
    case put(type: String)
    /// The record that the last of the path refers to, or that is that item.
    case path(PathSyntax)
  }

  /// Which types a rule or a property can be of.
  package enum RuleOwners: Hashable, Sendable {
    /// All of them.
    case anyType
    /// Those that have rules.
    case typesWithRules
  }

  /// Which labels, fields and forms are meant.
  package enum InteractorChoice: Hashable, Sendable {
    /// All of them.
    case any
    /// Those that follow their property or record.
    case active
    /// Those that do not.
    case inactive
    /// Fields and forms that can be typed into.
    case field
    /// Those that follow a property or, as forms do, a record.
    case property
    /// Forms.
    case form
    /// Those that are a part of a form.
    case nested
  }

  /// Which parts of screens are meant.
  package enum ViewChoice: Hashable, Sendable {
    /// Formatters, of a type if one is known.
    case formatter(of: String?)
    /// Screens.
    case screen
    /// Layouts.
    case layout
    /// Commands of the menu.
    case menuCommand
    /// Commands that a menu can have.
    case anyCommand
    /// A command that the user has defined.
    case ownCommand
  }

  /// This word.
  case word(String)
  /// This sign, which needs no white space around it.
  case sign(String)
  /// A word that begins a command, if the command is possible.
  case verb(String)
  /// An option of the command that is not given yet, without `--`.
  case option(String)
  /// The name of a type.
  case type
  /// A type with a point after it, in front of one of its rules or properties.
  case ruleOwner(RuleOwners)
  /// A rule, after its type and a point.
  case rule(ofType: String)
  /// A record: a session name, or a type with a number or a key after it.
  case record(RecordUse)
  /// The number of a record, after its type and `/`.
  case number(ofType: String)
  /// The key of a record, after its type and `[`.
  case key(ofType: String)
  /// The name of a property.
  case property(of: Owner)
  /// The name of a property that is a list, or of one that leads to such.
  case listProperty(of: Owner)
  /// The place of an item in a list.
  case place(in: PathSyntax)
  /// A property that gets a value after `=`, but for those that have one.
  case assignment(of: Owner, except: Set<String>)
  /// A value of a property.
  case value(of: Owner, property: String)
  /// An item of a property that is a list.
  case item(of: Owner, property: String)
  /// Whatever an expression goes on with.
  case expression(ExpressionStart)
  /// A property of the type that is being defined, in an expression of that definition, or a column
  /// that the command has named.
  case definedOperand(String)
  /// A statement of SQL, which the text at the caret begins, with what follows the caret.
  case sql(following: String)
  /// A session name after its colon.
  case sessionName
  /// A label, a field or a form.
  case interactor(InteractorChoice)
  /// A part of a form, by the name it has there.
  case part(of: InteractorSyntax, InteractorChoice)
  /// A clause of a property as far as that is defined, if its kind has such a clause.
  case clause(String, of: PropertySyntax)
  /// The word `grouped`, if the property is a number.
  case grouped(PathSyntax)
  /// The word `local`, if the property is a date.
  case local(PathSyntax)
  /// The word `format`, if the property is a number.
  case format(PathSyntax)
  /// The word `where`, if the name is a type's.
  case condition(of: String)
  /// A formatter, a screen, or a command of the menu.
  case view(ViewChoice)
  /// A text of help that is about no command.
  case topic
  /// A file.
  case file
  /// A locale.
  case locale
  /// Somebody who changes records.
  case actor
  /// A transaction by its number, `#12`.
  case transaction
}

/// An expression as far as the caret of an unfinished command.
package struct ExpressionStart: Hashable, Sendable {
  /// The tokens before the caret.
  package var tokens: [WrittenToken]
  /// The tokens after the caret, as far as they can be read.
  package var following: [WrittenToken] = []
  /// What the properties belong to that the names in it are, if there is such.
  package var owner: Alternative.Owner?
  /// Whether a property is computed so, which takes only what every program understands, of one
  /// record.
  package var isComputation: Bool
  /// The words that end the expression here, so that a property of that name is in backticks.
  package var reserved: [String]
}

/// What can be at the caret of an unfinished command.
package struct Expectations: Hashable, Sendable {
  /// Where the word begins that ends at the caret, in Unicode scalars from 0.
  ///
  /// It is the caret itself where no word has begun.
  package var start: Int
  /// What the word so far means, if it begins with a quotation mark that is still open.
  package var openText: String?
  /// What can be there, whatever the word so far is; nothing in a comment or after a mistake.
  package var alternatives: Set<Alternative>
  /// The names that live in the blocks around the caret, those of the innermost last.
  package var locals: [BlockSyntax.Local] = []
}

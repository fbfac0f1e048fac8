/// What a whole screen of the terminal shows: a title, sections of rows, and a menu at the foot.
///
/// It is a value: who has another one draws it, and only the lines that differ are written.
package struct DrawnScreen: Hashable, Sendable {
  /// What is at the top, on one line; what does not fit is cut.
  package var title: String
  /// What is between title and menu; it scrolls so that the focus can be seen.
  package var sections: [Section]
  /// How many rows there are before those in the sections, of a list of which only some are drawn.
  package var rowsBefore = 0
  /// How many rows there are after them; nil for more, of which nobody knows how many.
  package var rowsAfter: Int? = 0
  /// The commands at the foot.
  package var menu: [MenuItem]
  /// What has happened, above the menu: an alert, or how far something has come.
  package var notice: String?
  /// Where the keys go; nil where nothing can have them.
  package var focus: Place?

  /// Makes a screen.
  package init(
    title: String, sections: [Section] = [], menu: [MenuItem] = [], notice: String? = nil,
    focus: Place? = nil
  ) {
    self.title = title
    self.sections = sections
    self.menu = menu
    self.notice = notice
    self.focus = focus
  }

  /// Something on the screen that can have the focus; places count from 0.
  package enum Place: Hashable, Sendable {
    /// A row of a section.
    case row(section: Int, row: Int)
    /// An entry of the menu.
    case menu(Int)
  }

  /// Rows that belong together, with a heading if they have one.
  package struct Section: Hashable, Sendable {
    /// The heading; nil for none.
    package var title: String?
    /// The rows from top to bottom.
    package var rows: [Row]

    /// Makes a section.
    package init(title: String? = nil, rows: [Row]) {
      self.title = title
      self.rows = rows
    }
  }

  /// One thing in a section.
  package enum Row: Hashable, Sendable {
    /// A text, which goes on in further lines where it is long.
    case text(String)
    /// The same of what breaks a rule that only warns.
    case warning(String)
    /// A name and what it has, which goes on in further lines where it is long.
    case label(name: String, text: String)
    /// A text that can be edited, on one line.
    case field(Field)
  }

  /// A text that can be edited, under its name.
  package struct Field: Hashable, Sendable {
    /// What the field is called.
    package var name: String
    /// What is in it.
    package var text: String
    /// Where the caret is, in Unicode scalars of the text; nil where the field is not edited.
    package var caret: Int?
    /// What is selected, in Unicode scalars of the text; it is shown inverse.
    package var selection: Range<Int>
    /// What comes before the text and is not in it, such as a currency.
    package var prefix: String?
    /// What follows the text and is not in it.
    package var unit: String?
    /// How what is in the field came there.
    package var state: State
    /// What is expected, or why the last key was refused; it is beside the text.
    package var hint: String

    /// How what is in a field came there, and what becomes of it.
    package enum State: Hashable, Sendable {
      /// It was there before.
      case unchanged
      /// It was edited.
      case changed
      /// It cannot be kept, or the last key was refused, as the hint says.
      case refused
    }

    /// Makes a field.
    package init(
      name: String, text: String, caret: Int? = nil, selection: Range<Int> = 0..<0,
      prefix: String? = nil, unit: String? = nil, state: State = .unchanged, hint: String = ""
    ) {
      self.name = name
      self.text = text
      self.caret = caret
      self.selection = selection
      self.prefix = prefix
      self.unit = unit
      self.state = state
      self.hint = hint
    }
  }

  /// A command at the foot.
  package struct MenuItem: Hashable, Sendable {
    /// The key that chooses it, as it is called; nil for none.
    package var key: String?
    /// What the command is called.
    package var title: String
    /// Why it cannot be chosen now; nil where it can.
    package var objection: String?

    /// Makes an entry of the menu.
    package init(key: String? = nil, title: String, objection: String? = nil) {
      self.key = key
      self.title = title
      self.objection = objection
    }
  }
}

/// The content of a full-screen view.
package struct DrawnScreen: Hashable, Sendable {
  package var title: String
  package var sections: [Section]
  package var rowsBefore = 0
  /// nil if the number of further rows is unknown.
  package var rowsAfter: Int? = 0
  package var menu: [MenuItem]
  package var notice: String?
  package var focus: Place?

  package init(
    title: String, sections: [Section] = [], menu: [MenuItem] = [], notice: String? = nil,
    focus: Place? = nil
  ) {
    (self.title, self.sections, self.menu) = (title, sections, menu)
    (self.notice, self.focus) = (notice, focus)
  }

  package enum Place: Hashable, Sendable {
    case row(section: Int, row: Int)
    case menu(Int)
  }

  package struct Section: Hashable, Sendable {
    package var title: String?
    package var rows: [Row]

    package init(title: String? = nil, rows: [Row]) { (self.title, self.rows) = (title, rows) }
  }

  package enum Row: Hashable, Sendable {
    case text(String)
    /// A text with a value that violates a rule with `severity warn`.
    case warning(String)
    case label(name: String, text: String)
    case field(Field)
    /// A row of a table; the rows of a section share their column widths.
    case cells([Cell])
  }

  package enum Cell: Hashable, Sendable {
    case heading(String)
    case text(String, isNumber: Bool)
    case field(Field, isNumber: Bool)
  }

  package struct Field: Hashable, Sendable {
    package var name: String
    package var text: String
    package var placeholder: String?
    /// In Unicode scalars of the text; nil if the field is not being edited.
    package var caret: Int?
    /// In Unicode scalars of the text; shown inverse.
    package var selection: Range<Int>
    package var prefix: String?
    package var unit: String?
    package var state: State
    /// The expected input, or why the text is invalid or the last key was rejected.
    package var hint: String
    package var list: List?

    package struct List: Hashable, Sendable {
      package var texts: [String]
      /// The number of texts that are not shown.
      package var more: Int
      package var chosen: Int?

      package init(texts: [String], more: Int, chosen: Int?) {
        (self.texts, self.more, self.chosen) = (texts, more, chosen)
      }
    }

    package enum State: Hashable, Sendable {
      case unchanged
      case changed
      /// The text is invalid or the last key was rejected; the hint says why.
      case refused
    }

    package init(
      name: String, text: String, caret: Int? = nil, selection: Range<Int> = 0..<0,
      prefix: String? = nil, unit: String? = nil, state: State = .unchanged, hint: String = ""
    ) {
      (self.name, self.text, self.caret, self.selection) = (name, text, caret, selection)
      (self.prefix, self.unit, self.state, self.hint) = (prefix, unit, state, hint)
    }
  }

  package struct MenuItem: Hashable, Sendable {
    /// Such as `Ctrl-S`.
    package var key: String?
    package var title: String
    package var objection: String?

    package init(key: String? = nil, title: String, objection: String? = nil) {
      (self.key, self.title, self.objection) = (key, title, objection)
    }
  }
}

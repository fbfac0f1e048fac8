package import Replies

/// All that is on a screen, as a value: what a view draws, and what a script is told of.
package struct ScreenContent: Hashable, Sendable {
  /// A part of the screen, which a formatter has made.
  package struct Section: Hashable, Sendable {
    /// The name of the formatter.
    package var title: String
    /// What it shows, from top to bottom.
    package var items: [ScreenItem]
  }

  /// A label of the screen.
  package struct Label: Hashable, Sendable {
    /// The name that it has on the screen.
    package var name: String
    /// What it says.
    package var text: String
  }

  /// A field of the screen.
  package struct Field: Hashable, Sendable {
    /// Whether its text can be accepted.
    package enum State: Hashable, Sendable {
      case acceptable
      /// The text means nothing yet, for this reason.
      case incomplete(String)
      /// The field leads nowhere now, for this reason, and takes no keys.
      case unavailable(String)
    }

    /// The name that it has on the screen.
    package var name: String
    /// The text as it is displayed.
    package var text: String
    /// What comes before the text and is not in it.
    package var prefix: String?
    /// The unit after the text, which is not in it.
    package var unit: String?
    /// Where the selection begins, in characters of the text.
    package var anchor: Int
    /// Where the caret is, in characters of the text.
    package var caret: Int
    /// Whether its text can be accepted.
    package var state: State
    /// What the field takes, in the words of a form.
    package var expectation: String
    /// Whether it is being edited.
    package var isEditing: Bool
  }

  /// A command of the menu.
  package struct MenuEntry: Hashable, Sendable {
    /// What `do` calls it.
    package var command: String
    /// Why it cannot be done now; nil where it can.
    package var reason: String?

    /// Whether it can be done now.
    package var isEnabled: Bool { reason == nil }
  }

  /// The name of the screen.
  package var screen: String
  /// The record that it is about, as `Show/1`.
  package var subject: String
  /// What the screen is called.
  package var title: String
  /// What its formatters show.
  package var sections: [Section]
  /// Its labels, in the order of the definition.
  package var labels: [Label]
  /// Its fields, in the order of the definition.
  package var fields: [Field]
  /// Its menu, in the order of the definition.
  package var menu: [MenuEntry]
  /// The records that are selected, as `Review/2`.
  package var selection: [String]
  /// How many screens are open, this one on top of the others.
  package var depth: Int
}

extension ScreenContent {
  /// The title and what the formatters show.
  var shownItems: [ScreenItem] {
    [ScreenItem(section: nil, item: "title", id: subject, text: title, heading: "title")]
      + sections.flatMap(\.items)
  }

  /// The fields.
  var fieldItems: [ScreenItem] {
    fields.map { field in
      if case .unavailable(let reason) = field.state {
        return ScreenItem(
          section: nil, item: "unavailable", id: field.name, text: reason, heading: field.name)
      }
      return ScreenItem(
        section: nil, item: "field", id: field.name, text: field.text, heading: field.name)
    }
  }

  /// All of it but the labels, which speak for themselves.
  private var items: [ScreenItem] { shownItems + fieldItems }

  /// What a script is told when the screen has become this one: items that are new or say something
  /// else, and those that are gone.
  func changes(since former: ScreenContent) -> [ScreenItem] {
    struct Key: Hashable {
      var section: String?
      var isTitle: Bool
      var id: String
    }
    // An item may become one of another kind and is still the same.
    func key(_ item: ScreenItem) -> Key {
      Key(section: item.section, isTitle: item.item == "title", id: item.id)
    }
    let before = Dictionary(
      former.items.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let now = items
    let present = Set(now.map(key))
    let gone = former.items.filter { !present.contains(key($0)) }.map { item in
      var item = item
      item.isGone = true
      return item
    }
    let edited = Set(fields.filter(\.isEditing).map(\.name))
    return gone
      + now.filter { item in
        if item.item == "field", edited.contains(item.id) { return false }
        return before[key(item)]?.text != item.text
      }
  }
}

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
  /// What it is about: a record, as `Show/1`, or the records of a type, as `[Show]`.
  package var subject: String
  /// What the screen is called.
  package var title: String
  /// What its formatters show.
  package var sections: [Section]
  /// The headings of the records that it lists; nil where it is about one record.
  package var headings: [Column]?
  /// Its labels, in the order of the definition.
  package var labels: [ShownPart]
  /// Its fields, in the order of the definition.
  package var fields: [ShownPart]
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
      let text = field.isEditing ? field.text : field.idleText
      return ScreenItem(
        section: nil, item: field.isUnavailable ? "unavailable" : "field", id: field.name,
        text: field.isUnavailable ? field.reason ?? "" : text, heading: field.name)
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

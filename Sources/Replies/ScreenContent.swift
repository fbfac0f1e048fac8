/// The content of a screen, which a view draws or a session reports to a script.
package struct ScreenContent: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    /// The name of the formatter.
    package var title: String
    package var items: [ScreenItem]

    package init(title: String, items: [ScreenItem]) { (self.title, self.items) = (title, items) }
  }

  package struct MenuEntry: Hashable, Sendable {
    package var command: String
    /// The caption of the command, or its name if it has no caption.
    package var title: String
    package var reason: String?
    /// False for a command that Return runs but the menu does not list.
    package var isShown: Bool

    package init(command: String, title: String? = nil, reason: String?, isShown: Bool = true) {
      (self.command, self.title, self.reason) = (command, title ?? command, reason)
      self.isShown = isShown
    }

    package var isEnabled: Bool { reason == nil }
  }

  package var screen: String
  /// A record, for example `Show/1`, or the type of the listed records, for example `[Show]`.
  package var subject: String
  package var title: String
  package var sections: [Section]
  /// The column headings of a list; nil for a screen of one record.
  package var headings: [Column]?
  package var labels: [ShownPart]
  package var fields: [ShownPart]
  package var menu: [MenuEntry]
  /// The selected records, for example `Review/2`.
  package var selection: [String]
  /// The number of open screens, including this one.
  package var depth: Int

  package init(
    screen: String, subject: String, title: String, sections: [Section], headings: [Column]?,
    labels: [ShownPart], fields: [ShownPart], menu: [MenuEntry], selection: [String], depth: Int
  ) {
    (self.screen, self.subject, self.title, self.depth) = (screen, subject, title, depth)
    (self.sections, self.headings, self.labels, self.fields) = (sections, headings, labels, fields)
    (self.menu, self.selection) = (menu, selection)
  }

  package var shownItems: [ScreenItem] {
    [ScreenItem(section: nil, item: "title", id: subject, text: title, heading: "title")]
      + sections.flatMap(\.items)
  }

  package var fieldItems: [ScreenItem] {
    fields.map { field in
      let text = field.isEditing ? field.text : field.idleText
      return ScreenItem(
        section: nil, item: field.isUnavailable ? "unavailable" : "field", id: field.name,
        text: field.isUnavailable ? field.reason ?? "" : text, heading: field.name)
    }
  }

  /// All items except labels, which report their own changes.
  private var items: [ScreenItem] { shownItems + fieldItems }

  /// Returns the new, changed and removed items since an earlier content, as reported to a script.
  package func changes(since former: ScreenContent) -> [ScreenItem] {
    struct Key: Hashable {
      var section: String?
      var isTitle: Bool
      var id: String
    }
    // The key does not include the kind, so an item keeps its identity if its kind changes.
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

package import Records

/// A thing that a screen or a formatter shows.
package struct ScreenItem: Hashable, Sendable {
  /// The name of the formatter that has made it; nil for what the screen has itself.
  package var section: String?
  /// The kind of the item: `text`, `record`, `none`, `failure`, `title`,
  /// `field`, or `unavailable` for a field that leads nowhere now.
  package var item: String
  /// What tells the item from others of its section, such as `Review/2`.
  package var id: String
  /// What it says, or has said.
  package var text: String
  /// What it is called where several sections are printed; nil where there is but one.
  package var heading: String?
  /// Whether it is no longer there.
  package var isGone = false
  /// The record that it is about, which can be selected; nil where it is about none.
  package var record: RecordID?

  /// Makes an item, which is there.
  package init(section: String?, item: String, id: String, text: String, heading: String?) {
    self.section = section
    self.item = item
    self.id = id
    self.text = text
    self.heading = heading
  }

  /// Whether a person can select it.
  package var canBeSelected: Bool { record != nil }

  /// The item as a line for people.
  package var line: String {
    let text = isGone ? "gone: \(text)" : text
    return heading.map { "\($0): \(text)" } ?? text
  }
}

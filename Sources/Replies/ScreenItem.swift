package import Records

package struct ScreenItem: Hashable, Sendable {
  /// The formatter that created it; nil for the screen's own items.
  package var section: String?
  /// `text`, `record`, `none`, `failure`, `title`, `field`, or `unavailable` for a field that
  /// currently leads to no property.
  package var item: String
  /// Unique within the section, such as `Review/2`.
  package var id: String
  /// The current or, if it is gone, the last text.
  package var text: String
  /// The heading if several sections are printed; nil for one section.
  package var heading: String?
  package var isGone = false
  /// The record it represents, which can be selected.
  package var record: RecordID?

  package init(section: String?, item: String, id: String, text: String, heading: String?) {
    self.section = section
    self.item = item
    self.id = id
    self.text = text
    self.heading = heading
  }

  package var canBeSelected: Bool { record != nil }

  package var line: String {
    let text = isGone ? "gone: \(text)" : text
    return heading.map { "\($0): \(text)" } ?? text
  }
}

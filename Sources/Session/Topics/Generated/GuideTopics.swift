// Written by GuideTopicTests from the guide.
// swift-format-ignore-file

extension Topic {
  static let guide: [Topic] = [
  ]
}

import TestSupport
import Testing
import Values

@Suite struct UrlKindTests {
  @Test(arguments: [
    ("https://example.org/", "https://example.org/"), (" HTTP://h:80 ", "http://h:80"),
    ("ftp://ada:pass@[2001:db8::1]/a%20b;c=d", "ftp://ada:pass@[2001:db8::1]/a%20b;c=d"),
    ("https://h?q=1/2?#top", "https://h?q=1/2?#top"), ("https://h:/", "https://h:/"),
    ("MAILTO:Ada@Example.org,b@c", "mailto:Ada@Example.org,b@c"),
    ("mailto:a@b?subject=x", "mailto:a@b?subject=x"), ("htt\u{200B}ps://h", "https://h"),
    ("https://", nil), ("https:///a", nil), ("example.org", nil), ("//example.org", nil),
    ("file:///a", nil), ("https://h/a b", nil), ("https://h/%2", nil), ("https://h/ä", nil),
    ("https://h:x", nil), ("https://[h]", nil), ("https://h#a#b", nil), ("mailto:", nil),
    ("mailto:a", nil), ("mailto:a@", nil), ("mailto:a@b,", nil), ("javascript:alert(1)", nil),
    ("", nil),
  ])
  func aUrlHasASchemeAndAHost(text: String, url: String?) {
    expectEqual(PropertyKind.url.converted(.text(text)), url.map { .text($0) })
  }
}

package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Lists instance profiles by path, which moto does not. */
final class ProfilePaths {
    private ProfilePaths() {}

    static Response fromMoto(Request request, Response response) {
        return prefix(request)
                .filter(any -> response.status() == 200)
                .map(prefix -> new Response(response.status(), response.headers(), below(prefix, response.body())))
                .orElse(response);
    }

    private static Optional<String> prefix(Request request) {
        var form = Request.query(URI.create("?" + new String(request.body(), StandardCharsets.UTF_8)));
        return Optional.ofNullable(form.get("PathPrefix"))
                .filter(prefix -> List.of("ListInstanceProfiles").equals(form.get("Action")))
                .map(List::getFirst);
    }

    private static byte[] below(String prefix, byte[] answer) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            var document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(answer));
            var list = document.getElementsByTagName("InstanceProfiles").item(0);
            for (var profile : children(list)) {
                var path = children(profile).stream()
                        .filter(field -> field.getTagName().equals("Path"))
                        .findFirst();
                if (path.filter(found -> found.getTextContent().startsWith(prefix))
                        .isEmpty()) {
                    list.removeChild(profile);
                }
            }
            return written(document);
        } catch (SAXException | IOException | ParserConfigurationException | TransformerException e) {
            throw new IllegalStateException("moto's list of instance profiles cannot be read", e);
        }
    }

    private static List<Element> children(Node parent) {
        var children = new ArrayList<Element>();
        for (var child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static byte[] written(Document document) throws TransformerException {
        var out = new ByteArrayOutputStream();
        TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
        return out.toByteArray();
    }
}
